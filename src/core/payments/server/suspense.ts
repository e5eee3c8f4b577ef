import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineApprovalKind, pendingRequest } from '#core/approvals/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { suspenseKind } from '../contract/approval-kind.ts'
import { paymentErrors } from '../contract/errors.ts'
import {
  listSuspense,
  SuspensePayload,
  SuspensePicture,
  type SuspenseTarget,
  settleSuspense,
  suspenseMachine,
  suspensePermissions,
} from '../contract/suspense.ts'
import { businessDates } from './dating.ts'
import { SUSPENSE } from './posting.ts'
import { type PaymentService, servicesByCode } from './service.ts'
import { assertSettled } from './settlement-hold.ts'

const SUBJECT = 'payment.suspense'
type Held = RowOf<typeof SUBJECT>

const held = defineRecord({
  table: SUBJECT,
  scoped: true,
  machine: suspenseMachine,
  lock: 'for no key update',
  picture: ({ status, amount, target }) => ({ status, amount, target }),
})

const listed = ({ scope }: RequestContext) =>
  scope
    .selectFrom('payment.suspense as s')
    .leftJoin(...lookup('payment.transaction_key as k', { 'k.transaction_id': 's.transaction_id' }))
    .leftJoin(...lookup('ledger.account_directory as a', { 'a.id': 's.account_id' }))
    .select(['s.id', sql<string>`${sql.ref('k.code')}`.as('transactionCode'), sql<string>`${sql.ref('a.code')}`.as('accountCode')])
    .select([sql<string>`${sql.ref('a.name')}`.as('accountName'), 's.amount', 's.reason', 's.status', 's.created_at as createdAt', 's.target'])
    .select(['s.settled_at as settledAt', 's.settled_by as settledBy', pendingRequest(SUBJECT, 's.id').as('pendingRequestId'), 's.version'])

/** The list of what lies in suspense, and the request to move it. */
export function registerSuspense(on: Registrar, kind: ApprovalKind): void {
  on.list(listSuspense, {
    query: listed,
    where: { text: words('k.code', 'a.code', 'a.name'), status: oneOf('s.status'), reason: is('s.reason'), period: daysOfTime('s.created_at') },
    key: 's.id',
    sort: { createdAt: 's.created_at', amount: 's.amount' },
  })
  on.command(settleSuspense, (input, ctx) => settle(input, ctx, kind))
}

async function settle(
  { id, version, target, reason }: InputOf<typeof settleSuspense>,
  ctx: CommandContext,
  kind: ApprovalKind,
): Promise<OutputOf<typeof settleSuspense>> {
  await held.forChange(ctx, { id, version })
  const asked = await ask(ctx, kind, { subjectId: id, version, payload: { target }, reason })
  ctx.subject(SUBJECT, id, { after: { status: 'OPEN', target, request: asked.requestId } })
  return { id, version: asked.subjectVersion, requestId: asked.requestId }
}

/** Somebody says where money in suspense belongs, another agrees to it; then it is moved by a journal that names the one that left it there. */
export function suspenseSettlement(services: readonly PaymentService[]): ApprovalKind {
  const known = servicesByCode(services)
  return defineApprovalKind<SuspensePayload>({
    ...suspenseKind,
    subjectType: SUBJECT,
    payload: SuspensePayload,
    picture: SuspensePicture,
    entity: 'payments.suspense',
    permissions: { ask: suspensePermissions.ask, see: suspensePermissions.see },
    tiers: [{ upTo: null, decide: suspensePermissions.approve }],
    days: 7,
    async describe({ tx }, id, { target }) {
      const row = await held.lock(tx, { id })
      await assertSettled(tx, row.transaction_id)
      const facts = await factsOf(tx, row)
      const to = await targetOf(tx, row, target)
      return {
        code: facts.code,
        place: {
          ...unitsOf(row),
          partnerId: row.partner_id,
        },
        before: { amount: row.amount, accountCode: facts.suspenseCode, status: 'OPEN', target: null },
        after: { amount: row.amount, accountCode: to.code, status: 'SETTLED', target },
        money: parseMoney(row.amount),
        rows: 1,
      }
    },
    hold: async (_ctx, { version }) => version,
    versionNow: async ({ tx }, id) => (await held.locked(tx, id))?.version,
    async apply(ctx, { subjectId, payload: { target } }) {
      await settleHeld(ctx, known, await held.lock(ctx.tx, { id: subjectId }), target)
    },
    release: async () => {},
  })
}

async function settleHeld(ctx: ApprovalContext, services: ReadonlyMap<string, PaymentService>, row: Held, target: SuspenseTarget): Promise<void> {
  await assertSettled(ctx.tx, row.transaction_id)
  const journalId = await moveHeld(ctx, services, row, target)
  const { by, at } = decidedBy(ctx)
  await held.save(ctx.tx, { by, at }, row, { target, settled_journal_id: journalId, settled_at: at, settled_by: by }, 'settle')
}

/** Moves all that lies in suspense for a transaction, for who has a decision of two people of their own about it. */
export function suspenseMoves(services: readonly PaymentService[]) {
  const known = servicesByCode(services)
  const open = (tx: Tx, transactionId: string) =>
    tx.selectFrom(SUBJECT).selectAll().where('transaction_id', '=', transactionId).where('status', '=', 'OPEN').orderBy('id').forNoKeyUpdate().execute()
  return {
    /** Throws PAY-016 unless exactly so much lies there. */
    async require({ tx }: ApprovalContext, transactionId: string, amount: string): Promise<void> {
      const rows = await open(tx, transactionId)
      const sum = rows.reduce((all, row) => all + parseMoney(row.amount), 0n)
      if (sum !== parseMoney(amount) || new Set(rows.map(({ side }) => side)).size > 1) throw new AppError(paymentErrors.suspenseChanged)
    },
    async settle(ctx: ApprovalContext, transactionId: string, target: SuspenseTarget): Promise<void> {
      for (const row of await open(ctx.tx, transactionId)) await settleHeld(ctx, known, row as Held, target)
    },
  }
}

/** The transaction that it is about, the journal that left it there, and the account on which it lies. */
async function factsOf(tx: Tx, { transaction_id, journal_id, service }: Held) {
  const { rows } = await sql<{ code: string; originalKey: string; suspenseId: string; suspenseCode: string }>`
    select k.code, j.business_key as "originalKey", a.id as "suspenseId", a.code as "suspenseCode"
    from payment.transaction_key k, ledger.journal j, payment.service_account s join ledger.account a on a.id = s.account_id
    where k.transaction_id = ${transaction_id} and j.id = ${journal_id} and s.service = ${service} and s.role = ${SUSPENSE}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`no suspense account or journal of ${transaction_id}`)
  return facts
}

/**
 * Where it goes: to the account that it was meant for, or to the one that the greatest part of its journal came from. Throws PAY-013 where none did,
 * and where that is the partner's account, put right by a decision that is final.
 */
async function targetOf(tx: Tx, { account_id, journal_id, side, reason }: Held, target: SuspenseTarget): Promise<{ id: string; code: string }> {
  if (target === 'BACK' && reason === 'CONTRADICTED') throw new AppError(paymentErrors.nowhereBack)
  const { rows } = await sql<{ id: string; code: string }>`
    select a.id, a.code from ledger.account a where ${target} = 'MEANT' and a.id = ${account_id}
    union all
    (select a.id, a.code from ledger.entry e join ledger.account a on a.id = e.account_id
      where ${target} = 'BACK' and e.journal_id = ${journal_id} and e.side <> ${side}
        and not exists (select from payment.service_account s where s.account_id = a.id and s.role = ${SUSPENSE})
      order by e.amount desc, e.line limit 1)`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError(paymentErrors.nowhereBack)
  return found
}

/** The journal takes it off the suspense account, and puts it where it goes as it would have been put there. */
async function moveHeld({ tx, now }: ApprovalContext, services: ReadonlyMap<string, PaymentService>, row: Held, target: SuspenseTarget): Promise<string> {
  const service = services.get(row.service)
  if (!service) throw new Error(`no service ${row.service}`)
  const { code, originalKey, suspenseId } = await factsOf(tx, row)
  const to = await targetOf(tx, row, target)
  const place = unitsOf(row)
  const today = localDate(now)
  const [businessDate = today] = await businessDates(tx, [{ service, place, day: today, look: true }], today)
  const amount = parseMoney(row.amount)
  const side = row.side === 'D' ? ('D' as const) : ('C' as const)
  const { journalId } = await post(tx, {
    businessKey: `payment-suspense:${row.id}`,
    kind: 'SUSPENSE_MOVED',
    service: row.service,
    businessDate,
    occurredAt: now,
    description: `Chuyển tiền treo của giao dịch ${code}, bút toán gốc ${originalKey}`,
    sourceType: 'payment.transaction',
    sourceId: row.transaction_id,
    officeUnitId: row.office_unit_id,
    entries: [
      { accountId: suspenseId, side: side === 'D' ? 'C' : 'D', amount },
      { accountId: to.id, side, amount },
    ],
  })
  return journalId
}
