import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import { BankAccountNumber, enumOf, trimmed } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

/** Permission of the screens; each with an action behind it. */
export const KEY_ACCOUNTS = 'pp-cob/quan_ly_KHL/KHL'

/** Key accounts have come or changed, somewhere. */
export const keyAccountsTopic: LiveTopic = { name: 'cob.key-accounts' }

/** The life of a key account. SUSPENDED: no item is accepted and nothing is settled. CLOSED: nothing is owed, and it stays so. */
export const keyAccountMachine = defineMachine({
  name: 'cob.key-accounts.status',
  initial: 'DRAFT',
  states: { DRAFT: { tone: 'neutral' }, ACTIVE: { tone: 'success' }, SUSPENDED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: {
    open: { from: ['DRAFT'], to: 'ACTIVE' },
    suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
    reactivate: { from: ['SUSPENDED'], to: 'ACTIVE' },
    close: { from: ['ACTIVE', 'SUSPENDED'], to: 'CLOSED' },
    discard: { from: ['DRAFT'], to: 'CLOSED' },
  },
})

/** When a key account is settled. T_PLUS_N: each working day, what is so many working days old. */
export const Cycle = enumOf('cob.key-accounts.cycle', ['DAILY', 'MON_WED_FRI', 'WEEKDAYS', 'T_PLUS_N', 'MONTHLY'])
/** The day of an item by which it falls into a cycle. */
export const DateBasis = enumOf('cob.key-accounts.dateBasis', ['COLLECTED', 'DELIVERED'])
/** Who pays the postage: as each item says, or always the one. */
export const PostagePayer = enumOf('cob.key-accounts.postagePayer', ['BY_ITEM', 'SENDER', 'RECEIVER'])
/** 1 Monday to 7 Sunday. */
export const Weekday = enumOf('cob.key-accounts.weekday', ['1', '2', '3', '4', '5', '6', '7'])

export const BankBin = trimmed()
  .regex(/^\d{6}$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })
export const AccountNumber = BankAccountNumber.overwrite((text) => text.toUpperCase()).meta({ kind: 'code' })
