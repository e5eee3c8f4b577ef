import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { textIn } from '#kernel/language.ts'
import { toneOf } from '#kernel/machine.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { MoneyLife, TracedRecord, TracedStep, traceMoney } from '../contract/trace.ts'
import { aboutIt, factsOf, keyOf, namedBy, rootsOf } from './life.ts'
import { type MoneyTrace, wire } from './money.ts'
import type { TraceFacts, TraceSubject } from './plug.ts'
import { leftOf, type Step } from './steps.ts'

type Answer = OutputOf<typeof traceMoney>
/** What the audit log calls a look at the money of one person. */
export const TRACED = 'trace.payee'
const NOTHING: Answer = { choices: [], life: null }

/**
 * Where the money behind a reference is. A reference that names nothing within the reader's scope leads nowhere, whatever it names outside.
 * What belongs to the life of a record that the reader sees is named wherever it lies, without its figures where that is outside the scope.
 */
export async function traced({ reference, type, id }: InputOf<typeof traceMoney>, ctx: RequestContext, trace: MoneyTrace): Promise<Answer> {
  const { db } = ctx.runtime
  const named = await namedBy(db, trace, { code: reference, scope: ctx.scope })
  const seen = await visibleOf(ctx, trace, named)
  const roots = new Map<string, TraceSubject>()
  for (const one of named) {
    if (!seen.has(keyOf(one))) continue
    for (const root of await rootsOf(db, trace, one)) roots.set(keyOf(root), root)
  }
  if (type !== undefined && id !== undefined) {
    const chosen = roots.get(keyOf({ type, id }))
    return chosen ? { choices: [], life: await lifeOf(chosen, ctx, trace) } : NOTHING
  }
  const [root] = roots.values()
  if (!root) return NOTHING
  if (roots.size === 1) return { choices: [], life: await lifeOf(root, ctx, trace) }
  return { choices: await recordsOf([...roots.values()], ctx, trace, await isCounting(db, ctx, trace)), life: null }
}

async function isCounting(db: Queryable, { session }: RequestContext, { parts }: MoneyTrace): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`select ${parts.isCounting(session.userId)} as yes`.execute(db)
  return rows[0]?.yes === true
}

/** Records within the reader's scope by their keys, with their addresses. */
async function visibleOf(ctx: RequestContext, { byType }: MoneyTrace, subjects: readonly TraceSubject[]): Promise<Map<string, string | null>> {
  const seen = new Map<string, string | null>()
  for (const [type, of] of Map.groupBy(subjects, (one) => one.type)) {
    const ids = of.map(({ id }) => id)
    for (const [id, path] of (await byType.get(type)?.visible(ctx, ids)) ?? []) seen.set(keyOf({ type, id }), path)
  }
  return seen
}

async function recordsOf(subjects: readonly TraceSubject[], ctx: RequestContext, trace: MoneyTrace, counting: boolean): Promise<TracedRecord[]> {
  const facts = await factsOf(ctx.runtime.db, trace, subjects)
  const seen = await visibleOf(ctx, trace, subjects)
  const record = (one: TraceFacts): TracedRecord => {
    const visible = seen.has(keyOf(one))
    const { type, id, code, at, status = null, amount = null } = one
    return {
      ...{ type, id, typeName: textIn(trace.byType.get(type)?.title ?? { vi: type, en: type }, ctx.language), code, at: isoLocal(at), visible },
      ...{
        status: visible && status ? { ...status, tone: toneOf(status.machine, status.value) } : null,
        amount: visible && !counting ? amount : null,
        path: seen.get(keyOf(one)) ?? null,
      },
    }
  }
  return [...facts.values()].sort((a, b) => Number(a.at) - Number(b.at)).map(record)
}

async function lifeOf(root: TraceSubject, ctx: RequestContext, trace: MoneyTrace): Promise<MoneyLife | null> {
  const { db } = ctx.runtime
  const counting = await isCounting(db, ctx, trace)
  const { subjects, more } = await aboutIt(db, trace, root)
  const records = await recordsOf(subjects, ctx, trace, counting)
  const record = records.find((one) => keyOf(one) === keyOf(root))
  if (!record) return null
  if (record.visible && trace.byType.get(root.type)?.personal) await keepLook(root, ctx)
  const steps = counting ? [] : await trace.steps(db, root, ctx.session.userId)
  const left = leftOf(steps)
  const own = await ownAccounts(ctx, steps)
  const shown = steps.map((step, at) => stepOf(step, left[at] ?? 0n, { visible: record.visible, own, ctx, trace }))
  const sum = (nature: Step['nature']) =>
    record.visible && !counting ? formatMoney(steps.reduce((all, step, at) => all + (step.nature === nature ? (left[at] ?? 0n) : 0n), 0n)) : null
  const parts = record.visible ? await partsOf(root, ctx, trace, counting) : null
  return { record, counting, held: sum('HELD'), owed: sum('OWED'), steps: shown, records, more, parts }
}

async function partsOf(root: TraceSubject, ctx: RequestContext, trace: MoneyTrace, counting: boolean): Promise<MoneyLife['parts']> {
  const parts = await trace.byType.get(root.type)?.parts?.(ctx, root.id)
  if (!parts) return null
  const places = new Map(parts.subjects.map((one, at) => [keyOf(one), at]))
  const records = await recordsOf(parts.subjects, ctx, trace, counting)
  return { records: records.sort((a, b) => (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0)), count: parts.count, path: parts.path }
}

/** Who looked at the money of a person, and when. */
const keepLook = ({ type, id }: TraceSubject, ctx: RequestContext) =>
  ctx.runtime.db
    .transaction()
    .execute((tx) => ctx.runtime.audit.write(tx, { ...byUser(ctx.session.account, ctx), action: TRACED, subjectType: type, subjectId: id }))

/** Accounts of the steps that lie within the reader's scope. */
async function ownAccounts({ scope }: RequestContext, steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(steps.map(({ accountId }) => accountId))]
  if (ids.length === 0) return new Set()
  const rows = await scope.selectFrom('ledger.account as a').select('a.id').where('a.id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

interface Seen {
  /** The record whose money it is lies within the reader's scope: then where its money went is shown wherever that was. */
  visible: boolean
  own: ReadonlySet<string>
  ctx: RequestContext
  trace: MoneyTrace
}

function stepOf(step: Step, left: Hundredths, { visible, own, ctx, trace: { parts } }: Seen): TracedStep {
  const within = own.has(step.accountId)
  const { holder, accountCode, amount, ...rest } = wire(step)
  const open = visible || within
  return {
    ...rest,
    ...(open ? { holder, accountCode, amount, left: formatMoney(left) } : { holder: null, accountCode: null, amount: null, left: null }),
    shared: step.shared,
    accountPath: within && ctx.session.permissions.has(parts.account.permission) ? parts.account.path(step.accountId) : null,
  }
}
