import { sql } from 'kysely'
import { headOffice } from '#core/organisation/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors, type FieldError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { attachFiles } from '#platform/server/files/store.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { Scope } from '#platform/server/scope.ts'
import { type RequestKind, requestsTopic } from '../../contract/machines.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import { REQUEST_FILES, type RequestContracts } from '../../contract/requests.ts'
import type { RequestDesk } from '../plug.ts'
import { type Checked, checkCodes, type Found } from './find.ts'
import { REQUEST, requests } from './records.ts'
import { type KeptWanted, storedWanted } from './wanted.ts'

type Input = InputOf<RequestContracts['create']>
type Item = Input['items'][number]

/** What pasted codes are, and whether each may be handled so. */
export async function check(
  desk: RequestDesk,
  { kind, codes, breakIds = [] }: InputOf<RequestContracts['check']>,
  { scope, runtime, language }: RequestContext,
): Promise<OutputOf<RequestContracts['check']>> {
  const checked = await checkCodes(desk, { scope, db: runtime.db }, kind, codes)
  const over = await closedBreaks(desk.contracts, scope, breakIds)
  return checked.map(({ code, found, problem }) => {
    const closed = found && over.has(found.id) ? new AppError(requestErrors.breakOver, { code: found.code }) : undefined
    return {
      code,
      transactionId: found?.id ?? null,
      transactionCode: found?.code ?? null,
      status: found?.status ?? null,
      amount: found ? formatMoney(found.amount) : null,
      left: found ? formatMoney(found.amount - found.refunded) : null,
      partnerName: found?.partnerName ?? null,
      problem: (problem ?? closed)?.text(language) ?? null,
    }
  })
}

/** Transactions of these breaks that no longer wait for anybody. */
async function closedBreaks(contracts: Services, scope: Scope, breakIds: readonly string[]): Promise<Set<string>> {
  const found = await breaksOf(contracts, scope, breakIds)
  return new Set(found.filter(({ status }) => status !== 'OPEN').map(({ sourceId }) => sourceId))
}

type Services = Pick<RequestContracts, 'services'>

/** Transactions of the desk's services in breaks within the caller's scope; lines of other records have ids of their own kind, and are none. */
async function breaksOf({ services }: Services, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return []
  let query = scope
    .selectFrom('reconciliation.break as b')
    .innerJoin('reconciliation.session as s', 's.id', 'b.session_id')
    .innerJoin('reconciliation.break_line as bl', (join) => join.onRef('bl.break_id', '=', 'b.id').on('bl.side', '=', 'O'))
    .innerJoin('reconciliation.line as l', (join) =>
      join.onRef('l.period', '=', 's.from_day').onRef('l.session_id', '=', 's.id').onRef('l.side', '=', 'bl.side').onRef('l.no', '=', 'bl.no'),
    )
    .innerJoin('payment.transaction_key as k', (join) => join.onRef('k.transaction_id', '=', 'l.source_id').onRef('k.code', '=', 'l.source_code'))
    .innerJoin('payment.transaction as t', (join) => join.onRef('t.id', '=', 'k.transaction_id').onRef('t.business_date', '=', 'k.business_date'))
    .select(['b.id', 'b.kind', 'b.status', 's.id as sessionId', 's.code as sessionCode', 't.id as sourceId', 't.code as sourceCode'])
    .where('b.id', 'in', [...ids])
  if (services) query = query.where('t.service', 'in', [...services])
  return query.orderBy('b.id').orderBy('bl.no').execute()
}

/** The transactions behind breaks of one session, to begin a request with. Throws RCQ-011, RCQ-012. */
export async function ofBreaks(
  contracts: RequestContracts,
  { breakIds }: InputOf<RequestContracts['ofBreaks']>,
  { scope }: RequestContext,
): Promise<OutputOf<RequestContracts['ofBreaks']>> {
  const found = await breaksOf(contracts, scope, breakIds)
  const [first] = found
  if (!first) throw new AppError(requestErrors.noTransactions)
  if (found.some(({ sessionId }) => sessionId !== first.sessionId)) throw new AppError(requestErrors.severalSessions)
  // One of ours too many can be given back; one that the partner has twice cannot.
  const twiceOurs = [...Map.groupBy(found, ({ id }) => id).values()].every(([one, ...more]) => one?.kind === 'DUPLICATE' && more.length > 0)
  const kind: RequestKind = found.every((one) => one.kind === 'STATUS') ? 'OUTCOME' : twiceOurs ? 'REFUND' : 'OTHER'
  const alone = (breakId: string) => found.filter(({ id }) => id === breakId).length === 1
  const items = [...Map.groupBy(found, ({ sourceCode }) => sourceCode)].map(([code, [{ id } = first]]) => ({ code, ...(alone(id) ? { breakId: id } : {}) }))
  return { sessionId: first.sessionId, sessionCode: first.sessionCode, items, kind }
}

/** A request with its transactions as they stand. Throws RCQ-006, and at each row why its transaction cannot be taken. */
export async function create(desk: RequestDesk, input: Input, ctx: CommandContext): Promise<OutputOf<RequestContracts['create']>> {
  const { tx, scope, session, now, language } = ctx
  const { contracts, actions } = desk
  if (!contracts.kinds.includes(input.kind) || !actions[input.kind]) throw refusedField('kind', requestErrors.kindNotOffered, language)
  const sessionId = input.sessionId === undefined ? null : await sessionWithin(contracts, scope, input.sessionId)
  // Of two requests with one transaction, made at the same moment, the second waits for the first and sees it.
  await sql`select pg_advisory_xact_lock(hashtextextended('reconciliation.request', 0))`.execute(tx)
  const checked = await checkCodes(
    desk,
    { scope, db: tx },
    input.kind,
    input.items.map(({ code }) => code),
  )
  const breaks = await breaksOf(contracts, scope, [...new Set(input.items.flatMap(({ breakId }) => breakId ?? []))])
  const problems = checked.map((one, at) => one.problem ?? problemOf(input.kind, one, input.items[at] as Item, breaks))
  if (problems.some((problem) => problem !== undefined)) throw refusedRows(problems, language)
  const items = checked.map(({ found }, at) => ({ found: found as Found, item: input.items[at] as Item }))
  const wanted = items.map(({ found, item }): KeptWanted => wantedFrom(input.kind, found, item))
  const amounts = items.map(({ found }, at): Hundredths => wanted[at]?.amount ?? found.amount)
  const partners = new Set(items.map(({ found }) => found.partnerId))
  const code = await nextCode(tx, localDate(now))
  const ref = await requests.insert(
    ctx,
    {
      ...{ code, desk: contracts.desk, kind: input.kind, reason: input.reason, created_by: session.account, created_at: now },
      session_id: sessionId,
      partner_id: partners.size === 1 ? ([...partners][0] as string) : null,
      items: items.length,
      total: formatMoney(amounts.reduce((sum, one) => sum + one, 0n)),
      ...(await placeOf(ctx)),
    },
    {
      children: (row) =>
        tx
          .insertInto('reconciliation.request_item')
          .values(
            items.map(({ found, item }, at) => ({
              ...{ request_id: row.id, number: at + 1, transaction_id: found.id, business_date: found.businessDate, transaction_code: found.code },
              ...{ break_id: item.breakId ?? null, amount: formatMoney(amounts[at] as Hundredths) },
              wanted: JSON.stringify(storedWanted(wanted[at] as KeptWanted)),
              before: JSON.stringify({ status: found.status, amount: formatMoney(found.amount), refunded: formatMoney(found.refunded) }),
            })),
          )
          .execute(),
    },
  )
  const files = input.attachments ?? []
  await attachFiles(tx, files, { kind: { name: REQUEST_FILES }, ownerUserId: session.userId, subject: { type: REQUEST, id: ref.id } })
  await publish(tx, { topic: requestsTopic })
  return { ...ref, code }
}

/** Why one transaction cannot be asked for so: RCQ-007 to RCQ-010. */
function problemOf(kind: RequestKind, { found }: Checked, item: Item, breaks: Awaited<ReturnType<typeof breaksOf>>): AppError | undefined {
  if (!found) return undefined
  const { code } = found
  if (kind === 'OUTCOME' && item.outcome === undefined) return new AppError(requestErrors.outcomeNeeded, { code })
  const left = found.amount - found.refunded
  if (kind === 'REFUND' && item.amount !== undefined && parseMoney(item.amount) > left)
    return new AppError(requestErrors.refundTooMuch, { code, left: moneyText(left) })
  if (item.breakId === undefined) return undefined
  const own = breaks.find(({ id, sourceId }) => id === item.breakId && sourceId === found.id)
  if (!own) return new AppError(requestErrors.breakOther, { code })
  return own.status === 'OPEN' ? undefined : new AppError(requestErrors.breakOver, { code })
}

function refusedRows(problems: readonly (AppError | undefined)[], language: 'vi' | 'en'): AppError {
  const first = problems.find((problem) => problem !== undefined) as AppError
  const fields = problems.flatMap((problem, at): FieldError[] =>
    problem ? [{ field: `items.${at}.code`, code: problem.definition.code, message: problem.text(language) }] : [],
  )
  return new AppError(first.definition, first.params, { fields })
}

function wantedFrom(kind: RequestKind, { amount, refunded }: Found, item: Item): KeptWanted {
  if (kind === 'REFUND') return { amount: item.amount === undefined ? amount - refunded : parseMoney(item.amount) }
  return kind === 'OUTCOME' && item.outcome !== undefined ? { outcome: item.outcome } : {}
}

async function nextCode(tx: Tx, day: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`select reconciliation.next_code('YCXL', ${day}::date) as code`.execute(tx)
  return (rows[0] as { code: string }).code
}

/** Throws SYS-404 for a session that the caller does not see, or of services that the desk does not handle. */
async function sessionWithin({ services }: RequestContracts, scope: Scope, id: string): Promise<string> {
  let query = scope.selectFrom('reconciliation.session as s').select('s.id').where('s.id', '=', id)
  if (services) query = query.where('s.plug', 'in', [...services])
  const found = await query.executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  return found.id
}

/** Where somebody works; who works nowhere in particular makes requests of the head office. Throws RCQ-013. */
async function placeOf({ tx, session }: CommandContext) {
  const unitId = session.unit?.id ?? (await headOffice(tx))?.id
  if (unitId === undefined) throw new AppError(requestErrors.noHeadOffice)
  // The four columns are filled in by the table's trigger.
  return { unit_id: unitId, head_unit_id: unitId }
}
