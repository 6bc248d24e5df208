//! The weight of a disc is recovered from results that were drawn with it.

use engine::Random;
use train::win_probability::{Sample, Weight};

#[test]
fn a_weight_is_found_again() {
    let truth = Weight {
        a: 0.12,
        b: 0.5,
        c: 9.0,
    };
    let mut random = Random::new(1);
    let faces: Vec<u32> = (0..1000).collect();
    let mut draw = || random.pick(&faces).expect("a thousand faces");
    let samples: Vec<Sample> = (0..40_000)
        .map(|_| {
            let empties = draw() % 50;
            let score = f64::from(draw() % 41) - 20.0;
            let chance = 1.0 / (1.0 + (-truth.at(empties) * score).exp());
            Sample {
                empties,
                score,
                result: f64::from(u8::from(f64::from(draw()) < 1000.0 * chance)),
            }
        })
        .collect();
    let found = Weight::fitted(&samples);
    for empties in [0, 5, 10, 20, 40] {
        let (wanted, got) = (truth.at(empties), found.at(empties));
        assert!(
            (got / wanted - 1.0).abs() < 0.1,
            "{got} for {wanted} at {empties}: {found:?}"
        );
    }
}
