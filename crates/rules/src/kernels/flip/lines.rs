//! Lines through each square, for all back ends.

/// How the four axes run towards higher bits: columns and rows per step.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// For each square, its four rays: towards higher bits, and towards lower bits.
pub(super) struct Rays {
    pub(super) up: [[u64; 4]; 64],
    pub(super) down: [[u64; 4]; 64],
}

pub(super) static RAYS: Rays = rays();

const fn rays() -> Rays {
    let mut rays = Rays {
        up: [[0; 4]; 64],
        down: [[0; 4]; 64],
    };
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (columns, rows) = AXES[axis];
            rays.up[square][axis] = ray(square as i32, columns, rows);
            rays.down[square][axis] = ray(square as i32, -columns, -rows);
            axis += 1;
        }
        square += 1;
    }
    rays
}

const fn ray(square: i32, columns: i32, rows: i32) -> u64 {
    let mut bits = 0;
    let mut column = square % 8 + columns;
    let mut row = square / 8 + rows;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        bits |= 1 << (8 * row + column);
        column += columns;
        row += rows;
    }
    bits
}

/// How many discs the last move turns on a line of eight: by the place of its square on the line
/// and by our discs there, all others being the opponent's.
///
/// A shorter line may lie anywhere among the eight. The places beyond its ends then hold no disc
/// of ours, so nothing is bracketed across them.
pub(super) static TURNED: [[u8; 256]; 8] = turned();

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> (place + 1);
            let below = own & ((1 << place) - 1);
            if above != 0 {
                table[place][own] += usize::trailing_zeros(above) as u8;
            }
            if below != 0 {
                table[place][own] += place as u8 - 1 - usize::ilog2(below) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
}
