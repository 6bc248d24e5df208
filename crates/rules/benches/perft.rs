fn main() {
    for d in 9..=11 {
        let t = std::time::Instant::now();
        let n = rules::perft(rules::Board::START, d, rules::Convention::A);
        println!("{d} {n} {:.3}", t.elapsed().as_secs_f64());
    }
    let t = std::time::Instant::now();
    let n = rules::perft(
        rules::WideBoard::from(rules::Board::START),
        9,
        rules::Convention::A,
    );
    println!("wide 9 {n} {:.3}", t.elapsed().as_secs_f64());
}
