//! The project's own commands: one table, one module a command.
//!
//! They need rustup and a linker; whatever else a command needs, it fetches or names.

mod args;
mod bench;
mod build;
mod caret;
mod cargo;
mod dump;
mod import;
mod open;
mod run;
mod serve;
mod server;
mod site;
mod test;
mod watch;

use std::env;
use std::process::ExitCode;

use anyhow::Result;

use crate::args::{Args, Misuse};

/// A command of the project.
struct Command {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    run: fn(Args) -> Result<ExitCode>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "serve",
        arguments: "[--port N] [--no-open] [--watch]",
        about: "build the page, serve it on this machine and open it",
        run: serve::run,
    },
    Command {
        name: "test",
        arguments: "[--no-browser]",
        about: "run every check and test, with all the set-up they need",
        run: test::run,
    },
    Command {
        name: "build",
        arguments: "",
        about: "build dist/, a folder that any web host can serve from any path",
        run: build::run,
    },
    Command {
        name: "run",
        arguments: "SCENARIO [--partition TOPIC-N]",
        about: "run a scenario, a file or one of the catalogue, and print every step",
        run: run::run,
    },
    Command {
        name: "bench",
        arguments: "[--native-only]",
        about: "measure everything that has a budget; one JSON object a figure",
        run: bench::run,
    },
    Command {
        name: "import",
        arguments: "FILE",
        about: "print what is understood of a tool's output as JSON; - reads standard input",
        run: import::run,
    },
    Command {
        name: "dump",
        arguments: "FILE... [--records] [--print-data-log] [--json] | --compare FOLDER FOLDER [--high-watermark N]",
        about: "print what is in a broker's files or folders, and what is wrong with them (exit code 1): \
                batches, records with --records, keys and values with --print-data-log; --json is a line a file; \
                --compare: where two replicas of a partition part, and what truncation would cut",
        run: dump::run,
    },
];

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        if !name.is_empty() {
            eprintln!("There is no command `{name}`.\n");
        }
        eprint!("{}", usage());
        return ExitCode::from(2);
    };
    let arguments: Vec<String> = arguments.collect();
    if arguments
        .iter()
        .any(|argument| argument == "--help" || argument == "-h")
    {
        println!("usage: {}\n\n{}", synopsis(command), command.about);
        return ExitCode::SUCCESS;
    }
    match (command.run)(Args::new(arguments.into_iter())) {
        Ok(code) => code,
        Err(error) if error.is::<Misuse>() => {
            eprintln!("{error}\n\nusage: {}", synopsis(command));
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn synopsis(command: &Command) -> String {
    format!("cargo xtask {} {}", command.name, command.arguments)
        .trim_end()
        .to_owned()
}

fn usage() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND\n\n");
    for command in COMMANDS {
        text += &format!("  {}\n      {}\n", synopsis(command), command.about);
    }
    text
}
