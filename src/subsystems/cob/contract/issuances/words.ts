import type { z } from 'zod'
import { enumOf } from '#kernel/primitives.ts'

/** Where the rights stand: of lots, and of their lines for the offices that collect. */
export const LOTS = 'pp-cob/quan-ly-phat-hanh-nho-thu'
export const LINES = 'pp-cob/quan_ly_phat_hanh_nho_thu/dong'

/** Lines of one lot: their numbers stand in the codes of their items, in four digits. */
export const LOT_LINES = 5_000
/** Lines that one call brings along; a longer lot comes as a file. */
export const CALL_LINES = 500
/** Notices of one file. */
export const NOTICES_MAX = 200

/** What came of a visit. POSTPONED: the payer asks to be visited again; the postman keeps the line. */
export const AttemptResult = enumOf('cob.issuances.attemptResult', ['COLLECTED', 'POSTPONED', 'REFUSED', 'NOT_FOUND'])
export type AttemptResult = z.output<typeof AttemptResult>

/** Photos of visits. */
export const ATTEMPT_FILES = 'cob.issuance-attempt'
export const ATTEMPT_FILES_TYPES = ['jpg', 'png', 'pdf'] as const
export const ATTEMPT_FILES_BYTES = 5 * 1_048_576
