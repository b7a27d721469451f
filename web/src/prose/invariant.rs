//! The invariants as sentences.

use crate::words::Words;
use tidemark_core::event::InvariantId;

/// What the invariant promises.
pub(crate) fn promise(words: Words, id: InvariantId) -> String {
    match id {
        InvariantId::I1 => words.invariant_i1(),
        InvariantId::I2 => words.invariant_i2(),
        InvariantId::I3 => words.invariant_i3(),
        InvariantId::I4 => words.invariant_i4(),
        InvariantId::I5 => words.invariant_i5(),
        InvariantId::I6 => words.invariant_i6(),
        InvariantId::I7 => words.invariant_i7(),
        InvariantId::I8 => words.invariant_i8(),
        InvariantId::I9 => words.invariant_i9(),
        InvariantId::I10 => words.invariant_i10(),
        InvariantId::I11 => words.invariant_i11(),
        InvariantId::I12 => words.invariant_i12(),
        InvariantId::I13 => words.invariant_i13(),
        InvariantId::I14 => words.invariant_i14(),
        InvariantId::I15 => words.invariant_i15(),
        InvariantId::I16 => words.invariant_i16(),
        InvariantId::I17 => words.invariant_i17(),
        InvariantId::I18 => words.invariant_i18(),
    }
}
