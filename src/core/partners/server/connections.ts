import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import {
  changeConnection,
  connectionMachine,
  createConnection,
  findConnection,
  type Health,
  listConnections,
  turnOffConnection,
} from '../contract/connections.ts'
import { partnerErrors } from '../contract/errors.ts'
import { assertOpenAddress } from './address.ts'
import { sealedKey } from './endpoint.ts'
import { lastExchanges } from './exchange-list.ts'

export const connections = defineRecord({
  table: 'partner.endpoint',
  machine: connectionMachine,
  picture: (row) => ({
    status: row.status,
    baseUrl: row.base_url,
    clientId: row.client_id,
    keyMark: row.key_mark,
    operations: row.operations,
    tryTimeoutMs: row.try_timeout_ms,
    deadlineMs: row.deadline_ms,
    tries: row.tries,
    failuresToOpen: row.failures_to_open,
    openSeconds: row.open_seconds,
    maxAnswerKb: row.max_answer_kb,
  }),
  form: ({ status, keyMark, ...form }) => form,
})

export function registerConnections(on: Registrar): void {
  on.list(listConnections, {
    query: connectionRows,
    where: {
      text: words('p.code', 'p.name', 'e.base_url'),
      status: is('e.status'),
      circuit: (state, { now }) => sql<boolean>`${circuitState(now)} = ${state}`,
    },
    key: 'e.id',
    sort: { partnerCode: 'p.code', partnerName: 'p.name', updatedAt: 'e.updated_at' },
  })
  on.query(findConnection, find)
  on.command(createConnection, async ({ partnerId, secret, ...input }, ctx) => {
    const partner = await ctx.tx.selectFrom('organisation.partner').select('id').where('id', '=', partnerId).executeTakeFirst()
    if (!partner) throw refusedField('partnerId', partnerErrors.partner, ctx.language)
    const known = await ctx.tx.selectFrom('partner.endpoint').select('id').where('partner_id', '=', partnerId).executeTakeFirst()
    if (known) throw refusedField('partnerId', partnerErrors.connected, ctx.language)
    return connections.insert(
      ctx,
      { partner_id: partnerId, ...sealedKey(ctx.runtime.config, partnerId, secret), ...columnsOf(input, ctx) },
      { note: { partnerId } },
    )
  })
  on.command(changeConnection, async ({ id, version, secret, ...input }, ctx) => {
    const seen = await connections.forChange(ctx, { id, version })
    const key = secret === undefined ? {} : sealedKey(ctx.runtime.config, seen.row.partner_id, secret)
    return connections.fire(ctx, seen, 'change', { set: { ...columnsOf(input, ctx), ...key } })
  })
  on.command(turnOffConnection, ({ reason, ...ref }, ctx) => connections.fire(ctx, ref, 'turnOff', { note: { reason } }))
}

/** Settings as columns. Refuses an address that would never be called, and time limits that contradict each other. */
function columnsOf(input: Omit<InputOf<typeof createConnection>, 'partnerId' | 'secret'>, { runtime, language }: CommandContext) {
  if (input.deadlineMs < input.tryTimeoutMs) throw refusedField('deadlineMs', partnerErrors.deadline, language)
  try {
    assertOpenAddress(new URL(input.baseUrl), runtime.config.demo)
  } catch {
    throw refusedField('baseUrl', runtime.config.demo ? partnerErrors.demoAddress : partnerErrors.address, language)
  }
  return {
    base_url: input.baseUrl,
    client_id: input.clientId,
    operations: [...new Set(input.operations)],
    try_timeout_ms: input.tryTimeoutMs,
    deadline_ms: input.deadlineMs,
    tries: input.tries,
    failures_to_open: input.failuresToOpen,
    open_seconds: input.openSeconds,
    max_answer_kb: input.maxAnswerKb,
  }
}

/** Of what the last exchanges came to, as many as are looked at for a list and for one connection. */
const LOOKED_AT = { list: 200, detail: 1000 }

const circuitState = (now: Date) =>
  sql<'CLOSED' | 'OPEN' | 'TRIAL'>`case when c.retry_at is null then 'CLOSED' when ${sql.ref('c.retry_at')} > ${now}::timestamptz then 'OPEN' else 'TRIAL' end`

function connectionRows({ db, now }: Pick<RequestContext, 'db' | 'now'>) {
  const last = sql`(select x.verdict, x.fault from partner.exchange x where x.partner_id = e.partner_id order by x.at desc, x.id desc limit ${sql.lit(LOOKED_AT.list)})`
  return db
    .selectFrom('partner.endpoint as e')
    .innerJoin(...lookup('organisation.partner as p', { 'p.id': 'e.partner_id' }))
    .leftJoin(...lookup('partner.circuit as c', { 'c.partner_id': 'e.partner_id' }))
    .select(['e.id', 'e.partner_id as partnerId', 'p.code as partnerCode', 'p.name as partnerName', 'e.status', 'e.base_url as baseUrl'])
    .select(circuitState(now).as('circuit'))
    .select(sql<number>`(select count(*)::int from ${last} l)`.as('calls'))
    .select(sql<number>`(select count(*)::int from ${last} l where l.fault is not null)`.as('unanswered'))
    .select(['c.last_success_at as lastSuccessAt', 'c.last_failure_at as lastFailureAt', 'c.last_fault as lastFault'])
    .select([pendingRequest(connections.subject, 'e.id').as('pendingRequestId'), 'e.updated_at as updatedAt', 'e.updated_by as updatedBy', 'e.version'])
}

async function find({ id }: InputOf<typeof findConnection>, ctx: RequestContext): Promise<OutputOf<typeof findConnection>> {
  const { db } = ctx
  const row = await findRow(
    findConnection,
    connectionRows(ctx)
      .select([
        'e.client_id as clientId',
        'e.key_mark as keyMark',
        'e.operations',
        'e.try_timeout_ms as tryTimeoutMs',
        'e.deadline_ms as deadlineMs',
        'e.tries',
      ])
      .select(['e.failures_to_open as failuresToOpen', 'e.open_seconds as openSeconds', 'e.max_answer_kb as maxAnswerKb'])
      .select([sql<number>`coalesce(c.failures, 0)`.as('failures'), sql<number>`coalesce(c.openings, 0)`.as('openings')])
      .select(['c.opened_at as openedAt', 'c.retry_at as retryAt'])
      .where('e.id', '=', id),
  )
  const { rows: health } = await sql<Health>`
    select operation, count(*)::int as calls,
        count(*) filter (where verdict = 'SUCCEEDED')::int as succeeded, count(*) filter (where verdict = 'FAILED')::int as failed,
        count(*) filter (where verdict = 'PENDING')::int as pending, count(*) filter (where verdict = 'UNKNOWN')::int as unknown,
        round(percentile_cont(0.5) within group (order by milliseconds))::int as "medianMs",
        round(percentile_cont(0.95) within group (order by milliseconds))::int as "slowMs"
      from (select operation, verdict, milliseconds from partner.exchange where partner_id = ${row.partnerId}
             order by at desc, id desc limit ${LOOKED_AT.detail}) last
     group by operation order by operation`.execute(db)
  return { ...(row as OutputOf<typeof findConnection>), health, exchanges: await lastExchanges(ctx, row.partnerId) }
}
