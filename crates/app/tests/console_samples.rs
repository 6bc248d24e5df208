//! x
#[test]
fn t() { println!("{}", env!("CARGO_BIN_EXE_reversi")); }
