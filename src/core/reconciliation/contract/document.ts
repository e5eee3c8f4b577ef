import { z } from 'zod'
import { parseMoney } from '#kernel/money.ts'
import { BankAccountNumber, enumOf, MoneyFromZero, OptionalText, RequiredText } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { StatementFormat } from './format.ts'

/** How fees of the other side appear: in no line, taken out of each amount, or as lines of their own (found by `feeTexts`). */
export const FeeMode = enumOf('reconciliation.setups.feeMode', ['GROSS', 'NET', 'SEPARATE'])

/** What lines of both sides must have in common. REFERENCE_IN_TEXT: our reference stands somewhere in their text. NAME: without diacritics and case. */
export const RuleKey = enumOf('reconciliation.setups.ruleKey', ['REFERENCE', 'DOCUMENT_NO', 'REFERENCE_IN_TEXT', 'AMOUNT', 'DAY', 'ACCOUNT', 'NAME'])
export type RuleKey = z.output<typeof RuleKey>

/** ONE_MANY: one line of ours is many of theirs; MANY_ONE: many of ours are one of theirs (a day's net), within the group. */
export const Cardinality = enumOf('reconciliation.setups.cardinality', ['ONE_ONE', 'ONE_MANY', 'MANY_ONE'])

/** What groups the many side, never found by trying subsets. */
export const GroupKey = enumOf('reconciliation.setups.groupKey', ['DAY', 'DOCUMENT_NO', 'REFERENCE', 'ACCOUNT'])

/** Per cent with up to four decimals, as text: 0.05 is 0.05 %. */
const Percent = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,4})?$/, { error: ruleError('nonNegative') })
  .meta({ kind: 'text' })

const IDENTITY = ['REFERENCE', 'DOCUMENT_NO', 'REFERENCE_IN_TEXT'] as const satisfies readonly RuleKey[]
/** Keys by which lines are the same thing, so that what differs otherwise is a break and not another line. */
export const isIdentity = (key: RuleKey): boolean => (IDENTITY as readonly RuleKey[]).includes(key)

export const MatchRule = z
  .strictObject({
    name: RequiredText(100),
    keys: z.array(RuleKey).min(1).max(5),
    cardinality: Cardinality.default('ONE_ONE'),
    group: GroupKey.optional(),
    /** Days that the two sides may lie apart. */
    windowDays: z.number().int().min(0).max(31).default(1),
    toleranceAmount: MoneyFromZero.default('0.00'),
    tolerancePercent: Percent.default('0'),
  })
  .superRefine(({ keys, cardinality, group }, context) => {
    const refuse = (path: string, message: 'repeated' | 'required') => context.addIssue({ code: 'custom', path: [path], message })
    if (new Set(keys).size < keys.length) refuse('keys', 'repeated')
    // One alike amount is no evidence.
    if (!keys.some(isIdentity) && keys.length < 2 && cardinality === 'ONE_ONE') refuse('keys', 'required')
    if (cardinality !== 'ONE_ONE' && group === undefined) refuse('group', 'required')
  })
export type MatchRule = z.output<typeof MatchRule>

/** Everything about a configuration that two people agree on; a revision holds one. */
export const SetupDocument = z.strictObject({
  /** How the statement is read; left out where both sides are our own records. */
  format: StatementFormat.optional(),
  /** The account that the statement must be of; empty: any. */
  account: z.union([z.literal(''), BankAccountNumber]).default(''),
  rules: z.array(MatchRule).min(1).max(20),
  fee: z.strictObject({
    mode: FeeMode.default('GROSS'),
    percent: Percent.default('0'),
    fixed: MoneyFromZero.default('0.00'),
    texts: z.array(RequiredText(100)).max(20).default([]),
  }),
  /** Working days after which a line without counterpart is a break; until then it is expected. */
  expectedDays: z.number().int().min(0).max(10).default(1),
  /** Working days that a break may be carried forward. */
  carryDays: z.number().int().min(1).max(60).default(5),
  /** Until when the statement of a day has come: HH:mm of the next working day. */
  dueTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('09:00')
    .meta({ kind: 'code' }),
  /** Fetched from the partner by itself on each working day. */
  connector: z.boolean().default(false),
  /** A single write-off is at most this; more is an adjustment with documents. */
  writeOffLimit: MoneyFromZero.default('100000.00'),
  /** A break of at least this amount is of high severity, whatever its age. */
  highFrom: MoneyFromZero.default('50000000.00').refine((text) => parseMoney(text) > 0n, { error: ruleError('required') }),
  /** Code of the ledger account that the partner's money lies on; empty: the one that the plug opens for the partner. */
  bankAccountCode: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_.-]*$/, { error: ruleError('codeDot') })
    .default('')
    .meta({ kind: 'code' }),
  note: OptionalText(500),
})
export type SetupDocument = z.output<typeof SetupDocument>
