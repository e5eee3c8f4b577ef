import { z } from 'zod'
import { itemMachine } from '#core/disbursement/contract/machine.ts'
import { defineBulk, defineCommand, defineDownload, defineList, defineQuery } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Id,
  KeyFilter,
  Money,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Stamped,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { DateBasis, KEY_ACCOUNTS } from './key-accounts/words.ts'
import { DeliveryState, MoneyState } from './machines.ts'

/** Permission of the screens; each with an action behind it. */
export const SETTLEMENTS = 'pp-cob/quan_ly_KHL/quyet_toan'
/** What settlements of key accounts are to those who transfer money. */
export const COD_SETTLEMENT = 'KEY_ACCOUNT_SETTLEMENT'
const API = '/cob-admin/settlements/v1'

/** Settlements of key accounts have come or moved, somewhere. */
export const codSettlementsTopic: LiveTopic = { name: 'cob.settlements' }

/**
 * The life of a statement. CARRIED: below nothing; it is merged into the next one. SENT to PAID follow its transfer. FAILED: that did not go, and its
 * items are free again. HELD: its receiving account waits for a decision. RELEASED: given up before it was approved.
 */
export const codSettlementMachine = defineMachine({
  name: 'cob.settlements.status',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    CHECKED: { tone: 'attention' },
    APPROVED: { tone: 'attention' },
    SENT: { tone: 'moving' },
    UNKNOWN: { tone: 'unknown' },
    PAID: { tone: 'success' },
    HELD: { tone: 'attention' },
    FAILED: { tone: 'failure' },
    CARRIED: { tone: 'neutral' },
    MERGED: { tone: 'neutral' },
    RELEASED: { tone: 'neutral', final: true },
  },
  events: {
    check: { from: ['DRAFT'], to: 'CHECKED' },
    release: { from: ['DRAFT', 'CHECKED'], to: 'RELEASED' },
    approve: { from: ['CHECKED'], to: 'APPROVED' },
    carry: { from: ['CHECKED'], to: 'CARRIED' },
    merge: { from: ['CARRIED'], to: 'MERGED' },
    /** The statement that it was merged into did not go. */
    unmerge: { from: ['MERGED'], to: 'CARRIED' },
    send: { from: ['APPROVED'], to: 'SENT' },
    pay: { from: ['SENT', 'UNKNOWN'], to: 'PAID' },
    fail: { from: ['SENT', 'UNKNOWN'], to: 'FAILED' },
    loseTrack: { from: ['SENT'], to: 'UNKNOWN' },
    hold: { from: ['APPROVED'], to: 'HELD' },
    unhold: { from: ['HELD'], to: 'APPROVED' },
    /** Somebody who may approve takes it back: it cannot be paid as it stands. */
    withdraw: { from: ['APPROVED'], to: 'FAILED' },
    /** The bank has given it back. */
    bounce: { from: ['PAID'], to: 'HELD' },
    /** Two people have found that a transfer that had failed was made. */
    correct: { from: ['FAILED', 'APPROVED', 'HELD'], to: 'PAID' },
  },
})

/** Statements that are approved together. APPROVING: carried out statement by statement. */
export const runMachine = defineMachine({
  name: 'cob.settlements.runStatus',
  initial: 'DRAFT',
  states: { DRAFT: { tone: 'neutral' }, SUBMITTED: { tone: 'attention' }, APPROVING: { tone: 'moving' }, APPROVED: { tone: 'success', final: true } },
  events: {
    submit: { from: ['DRAFT'], to: 'SUBMITTED' },
    giveBack: { from: ['SUBMITTED'], to: 'DRAFT' },
    approve: { from: ['SUBMITTED'], to: 'APPROVING' },
    finish: { from: ['APPROVING'], to: 'APPROVED' },
  },
})

/** How the note of a statement begins that was given up because an item of it, named behind, could not be paid any more when it was approved. */
export const OUTDATED = 'COB-241 '

/** Why an approved statement is not paid. */
const SettlementWaits = enumOf('cob.settlements.waits', ['NOT_ACTIVE', 'NO_ACCOUNT', 'COOLING', 'DISPUTED', 'SHORT'])
const LinePart = enumOf('cob.settlements.part', ['COLLECTED', 'RETURN'])
const RecoveryReason = enumOf('cob.settlements.recoveryReason', ['RETURNED'])

const Row = z.object({
  id: Id,
  code: CodeText,
  keyAccountId: Id,
  keyAccountCode: CodeText,
  keyAccountName: NameText,
  status: codSettlementMachine.status,
  waits: SettlementWaits.nullable(),
  cycleDate: DateOnly,
  untilOn: DateOnly,
  items: Count,
  cod: Money,
  postage: Money,
  fee: Money,
  tax: Money,
  deductions: Money,
  carried: Money,
  net: Money,
  runId: Id,
  runCode: CodeText,
  runStatus: runMachine.status,
  runVersion: Version,
  pendingRequestId: Id.nullable(),
  reference: CodeText.nullable(),
  paidAt: Timestamp.nullable(),
  mailedAt: Timestamp.nullable(),
  unitName: UnitText,
  madeBy: AccountText,
  madeAt: Timestamp,
  ...Stamped,
})

export const listCodSettlements = defineList({
  path: `${API}/search`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Quyết toán COD', en: 'COD settlements' },
  entity: 'cob.settlements.settlement',
  filter: {
    /** Part of its code, or of code or name of the key account. */
    text: SearchText,
    status: z.array(codSettlementMachine.status).min(1).max(codSettlementMachine.status.options.length).optional(),
    keyAccountId: Id.optional(),
    /** The whole code of a run. */
    run: KeyFilter,
    runId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Row,
  sort: ['code', 'net', 'cycleDate', 'madeAt', 'updatedAt'],
  defaultSort: '-madeAt',
  sums: ['net', 'cod', 'postage', 'fee', 'tax', 'deductions', 'carried'],
  adds: { net: ['cod', '-postage', '-fee', '-tax', '-deductions', 'carried'] },
  split: { by: 'status', words: { vi: '{n} bảng kê', en: '{n} {n|statement|statements}' } },
})

const Linked = z.object({ id: Id, code: CodeText, net: Money })

export const findCodSettlement = defineQuery({
  path: `${API}/find`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Chi tiết quyết toán COD', en: 'COD settlement details' },
  input: { id: Id },
  output: Row.extend({
    dateBasis: DateBasis,
    contractNumber: CodeText,
    taxCode: CodeText,
    checkedBy: AccountText.nullable(),
    holdReason: NoteText,
    stepNote: NoteText,
    bankBin: CodeText,
    bankName: NameText,
    accountNumber: CodeText,
    accountName: NameText,
    coolingUntil: Timestamp.nullable(),
    mergedInto: Linked.nullable(),
    merged: z.array(Linked),
    deducted: z.array(z.object({ id: Id, itemCode: CodeText, reason: RecoveryReason, amount: Money, owed: Money, at: Timestamp })),
    transfers: z.array(
      z.object({
        id: Id,
        reference: CodeText,
        batchCode: CodeText,
        status: itemMachine.status,
        amount: Money,
        accountNumber: CodeText,
        accountName: NameText,
        partnerReference: CodeText.nullable(),
        updatedAt: Timestamp,
      }),
    ),
    journals: z.array(z.object({ id: Id, kind: CodeText, businessDate: DateOnly, description: NoteText, amount: Money, recordedAt: Timestamp })),
  }),
})

/** Items of statements. */
export const listSettlementLines = defineList({
  path: `${API}/lines/search`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Bưu gửi của quyết toán COD', en: 'Items of COD settlements' },
  entity: 'cob.settlements.line',
  filter: { settlementId: Id.optional(), keyAccountId: Id.optional(), itemCode: KeyFilter, part: LinePart.optional() },
  row: z.object({
    id: Id,
    itemId: Id,
    itemCode: CodeText,
    settlementId: Id,
    settlementCode: CodeText,
    part: LinePart,
    acceptedAt: Timestamp,
    deliveredAt: Timestamp.nullable(),
    receiverName: NameText,
    cod: Money,
    postage: Money,
    fee: Money,
    tax: Money,
    net: Money,
    releasedAt: Timestamp.nullable(),
  }),
  sort: ['itemCode', 'cod', 'net', 'acceptedAt'],
  defaultSort: 'itemCode',
  sums: ['cod', 'postage', 'fee', 'tax', 'net'],
  adds: { net: ['cod', '-postage', '-fee', '-tax'] },
})

/** Makes the statements of every key account whose cycle has ended, or of one key account up to this moment. A second call makes nothing and says so. */
export const runCodSettlement = defineCommand({
  path: `${API}/run`,
  permission: `${SETTLEMENTS}/create`,
  summary: { vi: 'Chạy quyết toán COD', en: 'Run the COD settlement' },
  input: { keyAccountId: Id.optional(), reason: RequiredNote(500) },
  output: z.object({ runs: z.array(z.object({ id: Id, code: CodeText })), made: Count, settlementId: Id.nullable() }),
  idempotent: true,
})

export const checkCodSettlements = defineBulk({
  path: `${API}/check`,
  permission: `${SETTLEMENTS}/update`,
  summary: { vi: 'Xác nhận đã kiểm tra bảng kê', en: 'Mark statements as checked' },
  fires: [codSettlementMachine, 'check'],
  input: {},
})

export const releaseCodSettlement = defineCommand({
  path: `${API}/release`,
  permission: `${SETTLEMENTS}/update`,
  summary: { vi: 'Huỷ bảng kê', en: 'Give a statement up' },
  fires: [codSettlementMachine, 'release'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** Submits a run with all its statements as one record. */
export const submitCodRun = defineCommand({
  path: `${API}/submit-run`,
  permission: `${SETTLEMENTS}/submit`,
  summary: { vi: 'Trình đợt quyết toán COD', en: 'Submit a COD settlement run' },
  input: { id: Id, version: Version, reason: RequiredNote(1000) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

/** Takes an approved statement back that cannot be paid as it stands: its charges are undone, and its items may be settled again. */
export const withdrawCodSettlement = defineCommand({
  path: `${API}/withdraw`,
  permission: `${SETTLEMENTS}/approve`,
  summary: { vi: 'Rút bảng kê đã duyệt', en: 'Withdraw an approved statement' },
  fires: [codSettlementMachine, 'withdraw'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** What a decision on a run shows, and what its checker signs. */
export const RunPayload = z.strictObject({ hash: z.string(), total: z.string(), statements: z.number().int() })
export const RunPicture = z.object({
  status: runMachine.status.nullable(),
  statements: CodeText.nullable(),
  items: CodeText.nullable(),
  cod: Money.nullable(),
  charges: Money.nullable(),
  deductions: Money.nullable(),
  total: Money.nullable(),
  carried: CodeText.nullable(),
  hash: CodeText.nullable(),
})
export const APPROVE_RUN = `${SETTLEMENTS}/approve`
export const APPROVE_LARGE_RUN = 'pp-cob/quan_ly_KHL/quyet_toan_lon/approve'

export const downloadCodStatement = defineDownload({
  path: `${API}/statement`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Tải bảng kê chi COD', en: 'Download a COD statement' },
  input: { id: Id, format: z.enum(['pdf', 'xlsx']) },
})

const API_ACCOUNT = '/cob-admin/key-accounts/v1'

/** What a key account is owed and owes, by where it stands. The parts add up to the balance of its account. */
export const keyAccountDebt = defineQuery({
  path: `${API_ACCOUNT}/debt`,
  permission: `${KEY_ACCOUNTS}/view`,
  summary: { vi: 'Công nợ khách hàng lớn', en: 'What a key account is owed and owes' },
  input: { keyAccountId: Id },
  output: z.object({
    balance: Money,
    /** With postmen: collected and not handed in whole. */
    withCouriers: Money,
    /** Handed in, and waiting: funds not confirmed, held, not delivered. */
    waiting: Money,
    payable: Money,
    /** Of statements that are not approved yet. */
    inStatements: Money,
    approved: Money,
    carried: Money,
    recoveries: Money,
    /** Has left, and is no part of the balance. */
    underWay: Money,
    open: z.array(
      z.object({ id: Id, itemCode: CodeText, reason: RecoveryReason, amount: Money, recovered: Money, left: Money, settlementCode: CodeText, at: Timestamp }),
    ),
  }),
})

/** The next statement as it would be made now: nothing is kept. */
export const simulateSettlement = defineQuery({
  path: `${API_ACCOUNT}/simulate`,
  permission: `${KEY_ACCOUNTS}/view`,
  summary: { vi: 'Tính thử kỳ quyết toán tới', en: 'Simulate the next settlement' },
  input: { keyAccountId: Id },
  output: z.object({
    cycleDate: DateOnly.nullable(),
    untilOn: DateOnly.nullable(),
    items: Count,
    cod: Money,
    postage: Money,
    fee: Money,
    tax: Money,
    deductions: Money,
    carried: Money,
    net: Money,
  }),
})

/** Items of a key account, for its page. */
export const listKeyAccountItems = defineList({
  path: `${API_ACCOUNT}/items/search`,
  permission: `${KEY_ACCOUNTS}/view`,
  summary: { vi: 'Bưu gửi của khách hàng lớn', en: 'Items of a key account' },
  entity: 'cob.settlements.keyItem',
  filter: { keyAccountId: Id.optional(), text: SearchText, moneyState: MoneyState.optional(), from: DateOnly.optional(), to: DateOnly.optional() },
  row: z.object({
    id: Id,
    code: CodeText,
    deliveryState: DeliveryState,
    moneyState: MoneyState,
    acceptedAt: Timestamp,
    deliveredAt: Timestamp.nullable(),
    receiverName: NameText,
    codAmount: Money,
    collectedAmount: Money,
    handedInAmount: Money,
    postage: Money,
    settlementCode: CodeText.nullable(),
    settlementId: Id.nullable(),
    unitName: UnitText,
  }),
  sort: ['code', 'acceptedAt', 'codAmount'],
  defaultSort: '-acceptedAt',
  sums: ['codAmount', 'collectedAmount', 'handedInAmount', 'postage'],
  // Each says something of its own: what was to be collected, what was, what of it is handed in, and what sending cost.
  adds: { codAmount: [] },
})

/** What journals of settlements are called. */
export const settlementJournalKinds = {
  COD_CHARGES: { vi: 'Cước, phí, thuế COD của khách hàng lớn', en: 'Postage, fee and tax of a key account' },
  COD_CHARGES_UNDONE: { vi: 'Hoàn cước, phí, thuế COD do bảng kê không chi', en: 'Postage, fee and tax undone: the statement was not paid' },
  COD_RECOVERY_UNDONE: { vi: 'Huỷ khoản phải thu lại do bảng kê không chi', en: 'Recovery undone: its statement was not paid' },
  COD_RECOVERY: { vi: 'Phải thu lại khách hàng lớn', en: 'To be recovered from a key account' },
}
