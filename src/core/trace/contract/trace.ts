import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, Flag, Id, Money, NameText, Text, Timestamp, trimmed } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { MoneyStep } from './steps.ts'

/** As people type, scan or paste it: a code, a partner's reference, the number of a seal or of a journal, an order (some hold a space). */
export const Reference = trimmed()
  .min(1, { error: ruleError('required') })
  .max(200)
  .meta({ kind: 'code' })

const RecordType = z
  .string()
  .regex(/^[a-z_]+\.[a-z_]+$/)
  .max(64)

const Tone = z.enum(['neutral', 'moving', 'success', 'failure', 'attention', 'unknown'])

/** A record on a line of life. */
export const TracedRecord = z.object({
  /** As the audit log calls it. */
  type: z.string(),
  id: Id,
  typeName: Text,
  code: CodeText,
  at: Timestamp,
  /** Its state, by the name of its machine; null for what has none, and outside of the reader's scope. */
  status: z.object({ machine: z.string(), value: z.string(), tone: Tone }).nullable(),
  /** Null for what has none, outside of the reader's scope, and while the reader counts cash. */
  amount: Money.nullable(),
  /** Its screen, for whom may open it. */
  path: z.string().nullable(),
  /** Within the reader's scope; of the others that they exist is all that is shown. */
  visible: Flag,
})
export type TracedRecord = z.output<typeof TracedRecord>

export const TracedStep = MoneyStep.extend({
  /** Null, as the three below, where neither the record nor the account lies in the reader's scope, and while the reader counts cash. */
  holder: NameText.nullable(),
  accountCode: CodeText.nullable(),
  amount: Money.nullable(),
  /** How much of it is there now; money that was paid out elsewhere for it has gone. */
  left: Money.nullable(),
  /** The account holds other money too. */
  shared: Flag,
  /** The account itself, for whom may see it. */
  accountPath: z.string().nullable(),
})
export type TracedStep = z.output<typeof TracedStep>

export const MoneyLife = z.object({
  /** Whose money it is: what the reference leads to. */
  record: TracedRecord,
  /** While the reader counts cash, no figures are shown. */
  counting: Flag,
  held: Money.nullable(),
  owed: Money.nullable(),
  steps: z.array(TracedStep),
  /** Everything that has to do with it, in the order of time. */
  records: z.array(TracedRecord),
  /** There is more than is shown. */
  more: Flag,
  /** Of a record that has no money of its own: the first of those whose money it is, and how many there are; null for any other. */
  parts: z.object({ records: z.array(TracedRecord), count: Count, path: z.string().nullable() }).nullable(),
})
export type MoneyLife = z.output<typeof MoneyLife>

const ADDRESS = 'o2o/money-trace'

export const traceMoney = defineQuery({
  path: '/o2o-admin/money-trace/v1/find',
  permission: `${ADDRESS}/view`,
  summary: {
    vi: 'Lần dòng tiền theo mã bất kỳ: tiền đi qua đâu, ai đang giữ, tài khoản nào chứng minh',
    en: 'Trace money by any reference: where it went, who holds it, which account proves it',
  },
  input: {
    reference: Reference,
    /** One of several that the reference leads to. */
    type: RecordType.optional(),
    id: Id.optional(),
  },
  output: z.object({
    /** What the reference may mean, where it leads to several. */
    choices: z.array(TracedRecord),
    /** Null where it leads nowhere within the reader's scope, or to several. */
    life: MoneyLife.nullable(),
  }),
})
