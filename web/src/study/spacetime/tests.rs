//! Facts of the catalogue's runs, laid out.
