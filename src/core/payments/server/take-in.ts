import { CompiledQuery } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { AuditEntry } from '#platform/server/audit/audit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { paymentErrors } from '../contract/errors.ts'
import type { TransactionReceipt } from '../contract/gateway.ts'
import { transactionMachine } from '../contract/transaction.ts'
import type { Admitted } from './admission.ts'
import { answerClaim, type Claims } from './claims.ts'
import { gatewayActor, type IngestResult, PATHS, receiptOf } from './receipts.ts'

/** A report that may be stored, with the identity that it gets when its reference is free. */
export interface Candidate {
  line: Admitted
  id: string
  code: string
}

// Statements of every group go to the driver as text: building them anew would cost as much as running them.
const TAKE_IN = 'select place, outcome, request_hash, status, reply from payment.take_in($1::text[], $2::text[], $3::json, $4::json, $5, $6::json)'
const DRAW_IDS = "select nextval('payment.transaction_id') as id from generate_series(1, $1)"

/** Ids drawn at a time. Those that are never used leave gaps. */
const BLOCK = 1_000
const drawn = new WeakMap<object, string[]>()

/** Reports with ids that nobody else gets, and the codes made from them. `owner`: whose store of ids it is, one a database. */
export async function identify(tx: Tx, owner: object, reports: readonly Admitted[]): Promise<Candidate[]> {
  const ids = drawn.get(owner) ?? []
  drawn.set(owner, ids)
  while (ids.length < reports.length) {
    const { rows } = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(DRAW_IDS, [BLOCK]))
    for (const { id } of rows) ids.push(id)
  }
  const own = ids.splice(0, reports.length)
  return reports.map((line, n) => {
    const id = own[n] as string
    return { line, id, code: `${line.service.declaration.prefix}${line.businessDate.slice(2).replaceAll('-', '')}${id.padStart(9, '0')}` }
  })
}

/** The timeline that a first report stands for, by the status it ends in: every step the machine takes from the beginning. */
const TIMELINES = JSON.stringify(
  Object.entries(PATHS).flatMap(([status, events]) => {
    let state: string = transactionMachine.initial
    const steps = events.map((event, index) => {
      const from = state
      if (!transactionMachine.events[event].from.some((one) => one === from)) throw new Error(`a first report cannot ${event} from ${from}`)
      state = transactionMachine.events[event].to
      return { status, seq: index + 2, step: event, from_status: from, to_status: state }
    })
    return [{ status, seq: 1, step: 'receive', from_status: null, to_status: transactionMachine.initial }, ...steps]
  }),
)

interface TakenRow {
  place: number
  outcome: 'STORED' | 'KEY' | 'BUSY' | 'ORDER'
  request_hash: Buffer | null
  status: number | null
  reply: unknown
}

/** What becomes of a group: candidates by place with the audit entry of each, and the keys that its lines carry. */
interface TakingIn {
  claims: Claims
  /** Each key and each reference stands once among them. */
  candidates: ReadonlyMap<number, Candidate>
  entries: ReadonlyMap<number, AuditEntry>
}

/**
 * Stores the candidates whose keys and references are free: row, timeline, audit entry and reply, in one statement. Fills in their results,
 * and those of all lines whose keys were used before or are in use; answers the candidates that were stored, by place.
 */
export async function takeIn(tx: Tx, { claims, candidates, entries }: TakingIn, results: (IngestResult | undefined)[]): Promise<Map<number, Candidate>> {
  const keys = [...results.keys()].map((at) => claims.asked.get(at))
  const documents = [...candidates].map(([at, candidate]) => documentOf(at, candidate, entries.get(at) as AuditEntry, claims))
  const audited = entries.values().next().value?.at.toISOString() ?? null
  const orders = ordersOf(candidates)
  const parameters = [
    keys.map((claim) => claim?.client ?? null),
    keys.map((claim) => claim?.key ?? null),
    ...[JSON.stringify(documents), TIMELINES, audited],
    orders && JSON.stringify(orders),
  ]
  const { rows } = await tx.executeQuery<TakenRow>(CompiledQuery.raw(TAKE_IN, parameters))
  const taken = new Map<number, Candidate>()
  const answers = new Map<number, TakenRow>()
  for (const row of rows) {
    const candidate = candidates.get(row.place - 1)
    if (row.outcome === 'ORDER') results[row.place - 1] = { status: 'refused', error: orderUnderWay(candidate, row.reply) }
    else if (row.outcome !== 'STORED') answers.set(row.place - 1, row)
    else if (candidate) {
      taken.set(row.place - 1, candidate)
      results[row.place - 1] = { status: 'created', receipt: receiptFor(candidate) }
    }
  }
  for (const [at, { claim, first }] of claims.all) {
    const { outcome, request_hash: hash, status, reply } = answers.get(first) ?? {}
    if (hash) results[at] = answerClaim(hash.equals(claim.hash) ? { kind: 'stored', status: status ?? 200, reply } : { kind: 'other-body' })
    else if (outcome === 'BUSY' || at !== first) results[at] = answerClaim({ kind: 'in-flight' })
  }
  return taken
}

/** The requests that pay an order; null where there is none, and nothing is looked up. */
function ordersOf(candidates: ReadonlyMap<number, Candidate>): object[] | null {
  const orders = [...candidates].flatMap(([at, { line, code }]) => {
    const { orderRef, status } = line
    if (orderRef === undefined || status !== 'INITIATED') return []
    const { facts, caller } = line.line
    return [{ place: at + 1, code, service: facts.service, order_ref: orderRef, external_ref: facts.externalRef, partner_id: caller.partnerId }]
  })
  return orders.length === 0 ? null : orders
}

function orderUnderWay(candidate: Candidate | undefined, reply: unknown): AppError {
  const { code, status } = reply as { code: string; status: string }
  const why = status === 'FAILED' ? paymentErrors.orderHeld : paymentErrors.orderUnderWay
  return new AppError(why, { order: candidate?.line.orderRef ?? '', code }, { data: { transactionCode: code, status } })
}

function receiptFor({ line, code }: Candidate): TransactionReceipt {
  const { status, businessDate, lateOf } = line
  const money = { amount: formatMoney(line.amount), fee: formatMoney(line.fee), tax: formatMoney(line.tax), currency: 'VND' }
  return receiptOf({ ...money, code, externalRef: line.line.facts.externalRef, status, businessDate, lateOf })
}

/** One report as payment.take_in reads it. */
function documentOf(at: number, candidate: Candidate, entry: AuditEntry, claims: Claims): object {
  const { line, id, code } = candidate
  const key = claims.asked.get(at)
  return {
    place: at + 1,
    id,
    code,
    ...reportOf(line),
    action: entry.action,
    subject_type: entry.subjectType,
    after: entry.after,
    trace_id: entry.traceId,
    ip: entry.ip,
    nonce: entry.nonce.toString('hex'),
    mac: entry.mac.toString('hex'),
    ...(key ? { key_hash: key.hash.toString('hex'), reply: receiptFor(candidate) } : {}),
  }
}

function reportOf({ line: { facts, caller }, type, place, payer, payee, feeOrigin, ...made }: Admitted): object {
  const origin = feeOrigin.source === 'NONE' ? undefined : feeOrigin
  const occurredAt = made.occurredAt.toISOString()
  return {
    business_date: made.businessDate,
    late_of: made.lateOf,
    request_hash: made.hash.toString('hex'),
    service: facts.service,
    type: facts.type,
    channel: facts.channel,
    direction: type.direction,
    status: made.status,
    amount: formatMoney(made.amount),
    fee: formatMoney(made.fee),
    tax: formatMoney(made.tax),
    fee_on_top: type.fee === 'ON_TOP',
    fee_source: type.fee === 'NONE' ? null : feeOrigin.source,
    fee_code: origin?.code,
    fee_revision: origin?.revision,
    currency: facts.currency,
    payer_name: payer.name,
    payer_account: payer.account ?? '',
    payer_bank_bin: payer.bankBin,
    payee_name: payee.name,
    payee_account: payee.account ?? '',
    payee_bank_bin: payee.bankBin,
    memo: made.memo ?? '',
    merchant_id: made.merchantId,
    head_unit_id: place.headUnitId,
    province_unit_id: place.provinceUnitId,
    district_unit_id: place.districtUnitId,
    office_unit_id: place.officeUnitId,
    partner_id: caller.partnerId,
    teller_staff_id: made.tellerStaffId,
    external_ref: facts.externalRef,
    order_ref: made.orderRef,
    credited_account: made.creditedAccount,
    outcome: facts.outcome ? { ...facts.outcome, occurredAt } : null,
    occurred_at: occurredAt,
    actor: gatewayActor(caller),
  }
}
