import { z } from 'zod'
import type { Hundredths } from '#kernel/money.ts'
import { Count } from '#kernel/primitives.ts'
import { nameError, ruleError } from '#kernel/validation-texts.ts'
import { countErrors } from './counts.ts'
import { treasuryErrors } from './treasury/errors.ts'

/** Notes and coins in đồng, as counts and treasury transactions name them. */
export const DENOMINATIONS = [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200] as const

const MOST_PIECES = 10_000_000

/** So many pieces of one denomination. */
export const PieceCount = z.strictObject({
  denomination: z
    .number()
    .int()
    .refine((value) => (DENOMINATIONS as readonly number[]).includes(value), { error: ruleError('choice') })
    .meta({ kind: 'count' }),
  pieces: z
    .number()
    .int({ error: nameError(countErrors.piecesFraction) })
    .min(0, { error: nameError(treasuryErrors.negativePieces) })
    .max(MOST_PIECES)
    .meta({ kind: 'count' }),
})
export type PieceCount = z.output<typeof PieceCount>

/** What was counted, each denomination once; none at all for an empty bag. */
export const Pieces = z
  .array(PieceCount)
  .max(DENOMINATIONS.length)
  .refine((lines) => new Set(lines.map(({ denomination }) => denomination)).size === lines.length, { error: ruleError('repeated') })
export type Pieces = z.output<typeof Pieces>

/** Of an answer: the largest denomination first. */
export const PieceLines = z.array(z.object({ denomination: Count, pieces: Count }))

/** The sum of pieces. */
export const worthOf = (pieces: readonly PieceCount[]): Hundredths =>
  pieces.reduce((sum, { denomination, pieces: count }) => sum + BigInt(denomination) * BigInt(count) * 100n, 0n)
