use tidemark_core::scenario::{parse, write};
#[test]
fn tmp() {
    for path in std::fs::read_dir("/tmp/sc").unwrap() {
        let path = path.unwrap().path();
        if path.extension().is_none_or(|e| e != "tidemark") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        match parse(&text) {
            Ok(s) => {
                let out = write(&s);
                assert_eq!(parse(&out).unwrap(), s);
                if out != text {
                    std::fs::write(&path, out).unwrap();
                    println!("rewrote {path:?}");
                }
            }
            Err(e) => println!("{}:\n{e}", path.display()),
        }
    }
}
