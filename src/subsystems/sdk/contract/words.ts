import type { z } from 'zod'
import { enumOf } from '#kernel/primitives.ts'

/** What an app runs on. */
export const Platform = enumOf('sdk.platform', ['IOS', 'ANDROID', 'WEB'])
export type Platform = z.output<typeof Platform>

/**
 * What makes a payment suspicious, the gravest first. Marks are told by the partner, found by the operator, or both; they refuse nothing by
 * themselves.
 */
export const RiskMark = enumOf('sdk.riskMark', ['EMULATOR', 'ROOTED', 'VELOCITY', 'LOCATION', 'PROXY', 'AMOUNT', 'NEW_DEVICE'])
export type RiskMark = z.output<typeof RiskMark>

/** The gravest of some marks; null of none. */
export const gravest = (marks: readonly RiskMark[]): RiskMark | null => RiskMark.options.find((mark) => marks.includes(mark)) ?? null
