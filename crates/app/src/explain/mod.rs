pub fn run(_a: &crate::cli::ExplainArgs, _o: Box<dyn std::io::Write>) -> anyhow::Result<()> {
    Ok(())
}
