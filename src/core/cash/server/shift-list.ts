import { sql } from 'kysely'
import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, oneOf, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { findShift, listShifts, myShift } from '../contract/shifts.ts'
import { isBlind } from './blind.ts'
import { countsOfShift, underWay } from './count-list.ts'
import { type CaseLink, payoutsOfTill } from './counter/unknown-payouts.ts'
import { linked, type Moved, movementsOf } from './holding-list.ts'
import { findPerson } from './people.ts'

const MOVEMENTS = 500

function shiftsOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('cash.shift as s')
    .innerJoin(...lookup('cash.holding as h', { 'h.id': 's.till_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 's.unit_id' }))
    .leftJoin(...lookup('organisation.staff_directory as d', { 'd.id': 's.teller_staff_id' }))
    .select(['s.id', 's.code', 's.unit_id as unitId', sql<string>`${sql.ref('u.name')}`.as('unitName'), 's.till_id as tillId', 'h.code as tillCode'])
    .select([
      sql<string>`${sql.ref('d.full_name')}`.as('tellerName'),
      's.business_date as businessDate',
      's.opened_at as openedAt',
      's.closed_at as closedAt',
      's.abandoned',
    ])
    .select(['s.status', 's.updated_at as updatedAt', 's.updated_by as updatedBy', 's.version'])
}

type Row = OutputOf<typeof listShifts>['result'][number]
type Stored = Omit<Row, 'openedAt' | 'closedAt' | 'updatedAt' | 'status'> & { openedAt: Date | null; closedAt: Date | null; updatedAt: Date; status: string }

/** As the contract writes it: instants as texts. */
const wire = ({ openedAt, closedAt, updatedAt, ...row }: Stored) =>
  ({ ...row, openedAt: openedAt && isoLocal(openedAt), closedAt: closedAt && isoLocal(closedAt), updatedAt: isoLocal(updatedAt) }) as Row

interface Parts {
  journals: LedgerWords
  cases: CaseLink
}

export function registerShiftList(on: Registrar, parts: Parts): void {
  on.list(listShifts, {
    query: shiftsOf,
    where: {
      text: words('s.code', 'h.code', 'd.full_name'),
      unitId: within('s'),
      status: oneOf('s.status'),
      whose: (whose, { session }) =>
        sql<boolean>`(s.teller_staff_id is not distinct from (select p.staff_id from iam.account_place p where p.user_id = ${session.userId})) = ${whose === 'OWN'}`,
      unclosed: (unclosed, { now }) => sql<boolean>`(s.status <> 'CLOSED' and s.business_date < ${localDate(now)}::date) = ${unclosed}`,
      period: days('s.business_date'),
    },
    key: 's.id',
    sort: { code: 's.code', businessDate: 's.business_date', openedAt: 's.opened_at', updatedAt: 's.updated_at' },
  })
  on.query(findShift, (input, ctx) => find(input, ctx, parts))
  on.query(myShift, (_input, ctx) => mine(ctx, parts))
}

async function find({ id }: InputOf<typeof findShift>, ctx: RequestContext, { journals, cases }: Parts): Promise<OutputOf<typeof findShift>> {
  const row = await shiftsOf(ctx).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { movements, ...figures } = await figuresOf(ctx, row)
  const payouts = row.status === 'CLOSED' ? [] : await payoutsOfTill(ctx, row.tillId, cases)
  return { ...wire(row), ...figures, payouts, movements: linked(movements, journals, ctx.session), counts: await countsOfShift(ctx, id) }
}

export interface ShiftFigures {
  moneyIn: string | null
  moneyOut: string | null
  /** Of the till now; null once the shift is closed. */
  balance: string | null
  movements: Moved[]
}

/** What moved on the till from the opening count to the closing one. */
export async function shiftFigures(scope: Scope, { id, tillId, status }: Pick<Row, 'id' | 'tillId'> & { status: string }): Promise<ShiftFigures> {
  const { rows } = await sql<{ accountId: string; balance: string; after: string | null; upTo: string | null; moneyIn: string; moneyOut: string }>`
    with place as (
      select h.account_id, a.balance,
        (select min(c.account_version) from cash.count c where c.shift_id = ${id} and c.reason = 'OPEN') as after,
        case when ${status} in ('COUNTED', 'CLOSED') then (select max(c.account_version) from cash.count c where c.shift_id = ${id} and c.reason = 'SHIFT') end as up_to
      from cash.holding h join ledger.account a on a.id = h.account_id where h.id = ${tillId}
    )
    select p.account_id as "accountId", p.balance, p.after, p.up_to as "upTo",
      coalesce(sum(e.amount) filter (where e.side = 'D'), 0)::numeric(20,2) as "moneyIn", coalesce(sum(e.amount) filter (where e.side = 'C'), 0)::numeric(20,2) as "moneyOut"
    from place p left join ledger.entry e on e.account_id = p.account_id and e.account_version > p.after and (p.up_to is null or e.account_version <= p.up_to)
    group by 1, 2, 3, 4`.execute(scope)
  const [found] = rows
  if (!found || found.after === null) return { moneyIn: null, moneyOut: null, balance: null, movements: [] }
  const { accountId, moneyIn, moneyOut, balance, after, upTo } = found
  const movements = await movementsOf(scope, accountId, { after, upTo }, MOVEMENTS)
  return { moneyIn, moneyOut, balance: status === 'CLOSED' ? null : balance, movements }
}

/** The same to the caller: nothing while they count the till. */
async function figuresOf(
  { scope, session }: RequestContext,
  shift: Pick<Row, 'id' | 'tillId'> & { status: string },
): Promise<ShiftFigures & { blind: boolean }> {
  const asked = await scope
    .selectFrom('cash.holding as h')
    .select(isBlind('h.id', session.userId).as('blind'))
    .where('h.id', '=', shift.tillId)
    .executeTakeFirst()
  if (asked?.blind === false) return { blind: false, ...(await shiftFigures(scope, shift)) }
  return { blind: true, moneyIn: null, moneyOut: null, balance: null, movements: [] }
}

async function mine(ctx: RequestContext, { journals, cases }: Parts): Promise<OutputOf<typeof myShift>> {
  const { scope, session } = ctx
  const person = await findPerson(scope, session.userId)
  const count = await underWay(ctx, cases)
  if (!person) return { shift: null, count, last: null, counts: [], payouts: [], movements: [], tills: [] }
  const own = shiftsOf(ctx).where('s.teller_staff_id', '=', person.staffId)
  const live = await own.where('s.status', '<>', 'CLOSED').executeTakeFirst()
  const last = live ? undefined : await own.where('s.status', '=', 'CLOSED').orderBy('s.id', 'desc').limit(1).executeTakeFirst()
  const shown = live ?? last
  const { movements = [], ...totals } = live ? await figuresOf(ctx, live) : {}
  const { moneyIn = null, moneyOut = null, balance = null } = totals as Partial<ShiftFigures>
  return {
    shift: live ? { ...wire(live), moneyIn, moneyOut, balance } : null,
    count,
    last: last ? wire(last) : null,
    counts: shown ? await countsOfShift(ctx, shown.id) : [],
    payouts: live ? await payoutsOfTill(ctx, live.tillId, cases) : [],
    movements: linked(movements, journals, session),
    tills: live ? [] : await freeTills(scope, person.unitId),
  }
}

/** Tills of the person's unit without a shift; the vault where one person works alone. */
async function freeTills(scope: Scope, unitId: string): Promise<OutputOf<typeof myShift>['tills']> {
  return scope
    .selectFrom('cash.holding as h')
    .innerJoin('organisation.unit_directory as u', 'u.id', 'h.unit_id')
    .leftJoin('cash.unit_state as w', 'w.unit_id', 'h.unit_id')
    .select(['h.id', 'h.code', 'h.name', sql<string>`u.name`.as('unitName')])
    .where('h.unit_id', '=', unitId)
    .where('h.status', '=', 'ACTIVE')
    .where(sql<boolean>`(h.kind = 'TILL' or (h.kind = 'VAULT' and w.single_handed))`)
    .where(sql<boolean>`not exists (select from cash.shift s where s.till_id = h.id and s.status <> 'CLOSED')`)
    .orderBy('h.code')
    .execute()
}
