import qrcode from 'qrcode'

/** Light modules around a code, which scanners need to find it. */
export const QUIET = 4

/** The modules of a code, without its quiet zone: which are dark. Error correction M: a seventh of it may be soiled. */
export interface Matrix {
  size: number
  dark(row: number, column: number): boolean
}

export function matrixOf(payload: string): Matrix {
  const { size, data } = qrcode.create(payload, { errorCorrectionLevel: 'M' }).modules
  return { size, dark: (row, column) => data[row * size + column] === 1 }
}

/** Neighbouring dark modules of each row as one piece, so that no hairline shows between them. */
export function* darkRuns({ size, dark }: Matrix): Generator<{ row: number; column: number; length: number }> {
  for (let row = 0; row < size; row++) {
    let from = -1
    for (let column = 0; column <= size; column++) {
      const isDark = column < size && dark(row, column)
      if (isDark && from < 0) from = column
      if (!isDark && from >= 0) {
        yield { row, column: from, length: column - from }
        from = -1
      }
    }
  }
}
