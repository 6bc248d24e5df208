//! What openapi.json says and what the server does.

use super::server::Server;

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// At each address the methods that are described are understood, and no others.
#[test]
fn methods_are_as_described() {
    let server = Server::start();
    let description = server.get("/api/openapi.json");
    assert_eq!(description.headers["content-type"], "application/json");
    let description = description.good();
    let paths = description["paths"].as_object().expect("paths");
    for (path, described) in paths {
        for method in METHODS {
            let is_described = described.get(method.to_lowercase()).is_some();
            let answer = server.request(method, &path.replace("{id}", "1"), &[], b"");
            let is_understood = answer.status != 405;
            assert_eq!(
                is_understood,
                is_described,
                "{method} {path}: {}",
                answer.text()
            );
            if answer.status >= 400 {
                answer.refused(answer.status);
                let status = answer.status.to_string();
                let is_foreseen = described[method.to_lowercase()]["responses"]
                    .get(&status)
                    .is_some();
                assert_eq!(
                    is_foreseen,
                    is_described,
                    "{method} {path}: {}",
                    answer.text()
                );
            }
        }
    }
    let nowhere = server.get("/api/nowhere");
    assert_eq!(nowhere.refused(404), "not_found");
}
