import { sql } from 'kysely'
import { type ApprovalKind, ask, type DecidedContext, decidedBy, defineApprovalKind, pendingRequest } from '#core/approvals/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import type { RowOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cashDifferenceKind } from '../contract/approval-kind.ts'
import {
  DifferencePayload,
  DifferencePicture,
  differenceErrors,
  differencePermissions,
  type FinalSettlement,
  listDifferences,
  settleDifference,
  settlementsOf,
} from '../contract/differences.ts'
import { isBlind } from './blind.ts'
import { counterDates } from './business-date.ts'
import { mayExplain } from './counter/unknown-payouts.ts'
import { type DifferencePurpose, differenceAccount } from './difference-accounts.ts'
import { DIFFERENCE, differences, endedByPayout } from './pending-difference.ts'
import { deciders } from './people.ts'
import { move } from './treasury/postings.ts'
import { placeOf } from './variance.ts'

type Difference = RowOf<typeof DIFFERENCE>

const source = sql<string>`case when d.source_type = 'cash.count' then 'COUNT' else 'TRANSIT' end`

/** The amount as the reader may know it: nothing finds or orders by what a blind count hides. */
const amountFor = (userId: string) => sql<string | null>`case when not ${isBlind('d.holding_id', userId)} then ${sql.ref('d.amount')} end`

const listed = ({ scope, session: { userId }, now }: RequestContext) =>
  scope
    .selectFrom('cash.pending_difference as d')
    .innerJoin(...lookup('cash.holding_directory as h', { 'h.id': 'd.holding_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'd.unit_id' }))
    .select(['d.id', 'd.source_code as sourceCode', source.as('source'), 'd.source_id as sourceId', amountFor(userId).as('amount'), 'd.arose_on as aroseOn'])
    .select([sql<string>`${sql.ref('h.name')}`.as('holdingName'), sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select(sql<number | null>`case when d.status in ('OPEN', 'PENDING') then ${localDate(now)}::date - d.arose_on end`.as('days'))
    .select(['d.status', 'd.settlement', 'd.settlement_staff_name as settlementStaff', 'd.proposed_by as proposedBy', 'd.decided_by as decidedBy'])
    .select(['d.decided_at as decidedAt', pendingRequest(DIFFERENCE, 'd.id').as('pendingRequestId'), 'd.version'])

/** The list of shortages and surpluses, and the request to settle one. */
export function registerDifferences(on: Registrar): void {
  on.list(listDifferences, {
    query: listed,
    where: {
      text: words('d.source_code', 'h.name'),
      unitId: within('d'),
      status: oneOf('d.status'),
      source: (value) => sql<boolean>`${source} = ${value}`,
      direction: (value, { session }) => sql<boolean>`(${amountFor(session.userId)} < 0) = ${value === 'SHORT'}`,
      settlement: is('d.settlement'),
      period: days('d.arose_on'),
    },
    key: 'd.id',
    sort: { aroseOn: 'd.arose_on', sourceCode: 'd.source_code', decidedAt: 'd.decided_at' },
  })
  on.command(settleDifference, propose)
}

async function propose(
  { id, version, settlement, staffId, reason }: InputOf<typeof settleDifference>,
  ctx: CommandContext,
): Promise<OutputOf<typeof settleDifference>> {
  const { row } = await differences.forChange(ctx, { id, version })
  if (!settlementsOf(parseMoney(row.amount)).includes(settlement)) throw refusedField('settlement', differenceErrors.wrongSettlement, ctx.language)
  if (settlement === 'RECOVER' && staffId === undefined) throw refusedField('staffId', differenceErrors.whoRecovers, ctx.language)
  const payload: DifferencePayload = { settlement, staffId: (settlement === 'RECOVER' && staffId) || null }
  const asked = await ask(ctx, cashDifference, { subjectId: id, version, payload, reason })
  ctx.subject(DIFFERENCE, id, { after: { status: 'PENDING', settlement, request: asked.requestId } })
  return { id, version: asked.subjectVersion, requestId: asked.requestId }
}

/** Where a difference ends: claimed from a person, carried as a loss, or owed to whose it is. */
const ENDS: Record<FinalSettlement, DifferencePurpose> = { RECOVER: 'SHORTAGE_RECEIVABLE', WRITE_OFF: 'OTHER_EXPENSE', PAY_BACK: 'SURPLUS_PAYABLE' }

/** Somebody says what becomes of a pending shortage or surplus, another who had no hand in it agrees; then it leaves the pending account. */
export const cashDifference: ApprovalKind = defineApprovalKind<DifferencePayload>({
  ...cashDifferenceKind,
  subjectType: DIFFERENCE,
  payload: DifferencePayload,
  picture: DifferencePicture,
  entity: 'cash.differences.difference',
  permissions: { ask: differencePermissions.ask, see: differencePermissions.see },
  tiers: [{ upTo: null, decide: differencePermissions.approve }],
  limit: ({ settlement }) => (settlement === 'WRITE_OFF' ? 'WRITE_OFF' : undefined),
  veil: (userId) => sql`exists (select from cash.pending_difference d where d.id::text = r.subject_id and ${isBlind('d.holding_id', userId)})`,
  days: 30,
  ended: endedByPayout,
  async describe({ tx }, id, { settlement, staffId }) {
    const row = await differences.lock(tx, { id })
    const settlementStaff = await staffName(tx, staffId)
    const explained = row.source_type === 'cash.count' ? await mayExplain(tx, row.source_id) : { unknownPayouts: null, unknownAmount: null }
    const facts = { sourceCode: row.source_code, aroseOn: row.arose_on, amount: row.amount, ...explained }
    return {
      code: row.source_code,
      place: await placeOf(tx, row.unit_id),
      before: { ...facts, settlement: null, settlementStaff: null, status: 'OPEN' },
      after: { ...facts, settlement, settlementStaff, status: 'SETTLED' },
      money: parseMoney(row.amount),
      ...(settlementStaff === null ? {} : { beneficiary: settlementStaff }),
      rows: 1,
    }
  },
  async hold(ctx, { subjectId, version }) {
    const stamp = decidedBy(ctx)
    const row = await differences.lock(ctx.tx, { id: subjectId, version })
    return (await differences.save(ctx.tx, stamp, row, { proposed_by: stamp.by }, 'propose')).version
  },
  versionNow: async ({ tx }, id) => (await differences.locked(tx, id))?.version,
  apply: (ctx, { subjectId, payload }) => settle(ctx, subjectId, payload),
  async release(ctx, { subjectId }) {
    await differences.save(ctx.tx, decidedBy(ctx), await differences.lock(ctx.tx, { id: subjectId }), {}, 'giveBack')
  },
})

async function staffName(tx: Tx, staffId: string | null): Promise<string | null> {
  if (staffId === null) return null
  const staff = await tx.selectFrom('organisation.staff').select('full_name').where('id', '=', staffId).executeTakeFirst()
  if (!staff) throw new AppError(differenceErrors.whoRecovers)
  return staff.full_name
}

async function settle(ctx: DecidedContext, id: string, { settlement, staffId }: DifferencePayload): Promise<void> {
  const { tx, now } = ctx
  const row = await differences.lock(tx, { id })
  const involved = [staffId, ...(await peopleOf(tx, row))]
  if ((await deciders(ctx)).some((one) => involved.includes(one))) throw new AppError(differenceErrors.involved)
  const { by, at } = decidedBy(ctx)
  const journal_id = await postSettlement(tx, row, settlement, now)
  const decided = { settlement, settlement_staff_id: staffId, settlement_staff_name: await staffName(tx, staffId), decided_by: by, decided_at: at, journal_id }
  await differences.save(tx, { by, at }, row, decided, 'settle')
}

/** Who held, counted or handed over the cash that differs. */
async function peopleOf(tx: Tx, { source_type, source_id, holding_id }: Difference): Promise<(string | null)[]> {
  const { rows } = await sql<{ people: (string | null)[] }>`
    select array[c.counted_by_staff_id, c.witness_staff_id, s.teller_staff_id]::text[] as people
      from cash.count c left join cash.shift s on s.id = c.shift_id where ${source_type} = 'cash.count' and c.id = ${source_id}
    union all
    select array[t.dispatched_by_staff_id, t.received_by_staff_id]::text[] from cash.treasury_transaction t where ${source_type} = 'cash.treasury_transaction' and t.id = ${source_id}
    union all
    select array[h.staff_id]::text[] from cash.holding h where h.id = ${holding_id}`.execute(tx)
  return rows.flatMap(({ people }) => people)
}

async function postSettlement(tx: Tx, row: Difference, settlement: FinalSettlement, now: Date): Promise<string> {
  const amount = parseMoney(row.amount)
  const short = amount < 0n
  const pending = await differenceAccount(tx, row.unit_id, short ? 'SHORTAGE_PENDING' : 'SURPLUS_PENDING')
  const end = await differenceAccount(tx, row.unit_id, ENDS[settlement])
  const day = (await counterDates(tx, [row.unit_id], localDate(now))).get(row.unit_id)
  const { journalId } = await post(tx, {
    businessKey: `cash-difference:${row.id}`,
    kind: 'CASH_DIFFERENCE_SETTLED',
    service: 'CASH',
    businessDate: day ?? localDate(now),
    occurredAt: now,
    description: `Xử lý tiền ${short ? 'thiếu' : 'thừa'} của ${row.source_code}`,
    sourceType: row.source_type,
    sourceId: row.source_id,
    officeUnitId: row.unit_id,
    entries: short ? move(end, pending, -amount) : move(pending, end, amount),
  })
  return journalId
}
