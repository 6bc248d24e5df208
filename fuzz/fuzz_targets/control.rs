//! Any line on the control socket is a request or an answer, or refused with a reason.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    if let Ok(request) = web::read_request(line) {
        let written = serde_json::to_vec(&request).expect("JSON");
        assert_eq!(web::read_request(&written), Ok(request));
    }
    if let Ok(answer) = web::read_answer(line) {
        let written = serde_json::to_vec(&answer).expect("JSON");
        assert_eq!(web::read_answer(&written), Ok(answer));
    }
});
