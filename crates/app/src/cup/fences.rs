//! x
pub fn told(_: &play::cup::config::Config) -> String {
    String::new()
}
