import type { z } from 'zod'
import { enumOf } from '#kernel/primitives.ts'

/** Where cash lies: the main vault of a unit (quỹ chính), a till (quầy), or somebody on the way with it (bưu tá, người áp tải). */
export const HoldingKind = enumOf('cash.holdingKind', ['VAULT', 'TILL', 'COURIER'])
export type HoldingKind = z.output<typeof HoldingKind>

/** WARN: more than the ceiling is shown and reported; BLOCK: it is refused. */
export const CeilingPolicy = enumOf('cash.ceilingPolicy', ['WARN', 'BLOCK'])
export type CeilingPolicy = z.output<typeof CeilingPolicy>
