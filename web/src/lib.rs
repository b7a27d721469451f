//! The Tidemark page: draws what the core says, decides nothing about Kafka.

mod view;
mod words;
