import type { FastifyInstance } from 'fastify'
import { QueryCreator } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getRequest, listRequests } from '#core/approvals/contract/request.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { ScopeGrant, Session, UnitRef } from '#platform/server/session/session.ts'
import { getQrTransaction, listQrTransactions, searchQrMerchants } from '#subsystems/qr/contract/transactions.ts'
import { requestOf, send, type TestRuntime, testRuntime } from '../../test/app.ts'
import { systemRegistry } from './server.ts'

/** FAULTS=full asks ten thousand times. */
const RUNS = process.env.FAULTS === 'full' ? 10_000 : 250

/** What the query layer does in this test. 'forgets': no condition, row-level security alone. 'forgets all': neither of the two. */
const layer = vi.hoisted(() => ({ mode: 'works' as 'works' | 'forgets' | 'forgets all' }))
vi.mock('#platform/server/scope.ts', async (original) => {
  const real = await original<typeof import('#platform/server/scope.ts')>()
  return {
    ...real,
    scopeOf(db: Queryable, ...rest: [Pick<Session, 'scope'>]): Scope {
      if (layer.mode === 'works') return real.scopeOf(db, ...rest)
      const scope = layer.mode === 'forgets all' ? real.scopeOf(db, { scope: { kind: 'ALL' } }) : real.scopeOf(db, ...rest)
      const creator = new QueryCreator<never>({ executor: scope.getExecutor() })
      return { ...scope, selectFrom: (from: string) => creator.selectFrom(from as never) } as unknown as Scope
    },
  }
})

/** A row with what decides who sees it. */
interface Owned {
  id: string
  path: (string | null)[]
  partner: string | null
  user: string | null
}

let app: FastifyInstance
let runtime: TestRuntime
let units: UnitRef[]
let partners: string[]
let users: string[]
const rows: Record<'unit' | 'merchant' | 'transaction' | 'request', Owned[]> = { unit: [], merchant: [], transaction: [], request: [] }
const today = localDate(new Date())
const lastDays = { from: addDays(today, -60), to: today }

/** A repeatable source of chance. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const grants = new Map<string, ScopeGrant>()

beforeAll(async () => {
  runtime = await testRuntime()
  const { owner } = runtime.database
  await fill()
  const registry = systemRegistry()
  const permissions = new Set([...registry.entries.values()].map(({ contract }) => contract.permission))
  const session = (scope: ScopeGrant): Session => ({
    sid: 's',
    userId: users[0] ?? '',
    account: 'probe',
    fullName: 'Probe',
    clientId: 'PP_QR',
    permissions,
    scope,
    unit: null,
    partnerId: scope.kind === 'PARTNER' ? scope.partnerId : null,
  })
  app = await createServer({
    runtime,
    registry,
    sessions: { resolve: async ({ authorization }) => session(grants.get(authorization ?? '') ?? ({} as ScopeGrant)) },
  })
  const read = async (table: string, partner: string, user = 'null') =>
    (
      await owner.query(
        `select id, array[head_unit_id, province_unit_id, district_unit_id, office_unit_id] as path, ${partner} as partner, ${user} as user from ${table}`,
      )
    ).rows
  rows.unit = await read('organisation.unit', 'partner_id')
  rows.merchant = await read('payment.merchant', 'partner_id')
  rows.transaction = await read('payment.transaction', 'partner_id')
  rows.request = await read('approvals.request', 'partner_id', 'maker_id')
})
afterAll(async () => {
  await app.close()
  await runtime.database.drop()
})

/** Shops, payments and requests all over the country, put in by the owner of the tables. */
async function fill(): Promise<void> {
  const { owner } = runtime.database
  units = (await owner.query('select id, level from organisation.unit order by id')).rows
  partners = (await owner.query('select id from organisation.partner order by id')).rows.map(({ id }) => id)
  users = (await owner.query('select id from iam.user_account order by id')).rows.map(({ id }) => id)
  await owner.query(`
    insert into payment.fee_plan (code, name, service, rate_bps) values ('P', 'P', 'QR', 10);
    with place as (select *, row_number() over (order by md5(id::text)) as n from organisation.unit limit 60),
      account as (insert into ledger.account (code, name, class, normal_side) select 'RLS-' || n, 'x', 'LIABILITY', 'C' from place returning id, code)
    insert into payment.merchant (code, name, unit_id, head_unit_id, fee_plan_id, payable_account_id, settlement_bank_bin, settlement_account, settlement_name)
    select 'M' || p.n, 'Shop ' || p.n, p.id, p.head_unit_id, f.id, a.id, '970436', '1', 'X' from place p join account a on a.code = 'RLS-' || p.n cross join payment.fee_plan f where f.code = 'P'`)
  await owner.query(
    `with p as (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from organisation.partner),
      place as (select *, row_number() over (order by md5(id::text)) - 1 as n, count(*) over () as many from organisation.unit),
      keys as (insert into payment.transaction_key (code, external_ref, partner_id, business_date, request_hash, received_status)
        select 'QR' || g, 'R' || g, p.id, $1::date - g % 50, sha256(g::text::bytea), 'SUCCEEDED' from generate_series(1, 400) g join p on p.n = g % p.many returning *)
    insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, currency, payer_name, payer_account, payee_name, payee_account,
      merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, external_ref, outcome, occurred_at)
    select k.transaction_id, k.business_date, k.code, 'QR', 'PAYMENT', 'QR', 'IN', 'SUCCEEDED', 1000, 1, 0, 'VND', 'A', '1', 'B', '2',
      m.id, u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id, k.partner_id, k.external_ref,
      json_build_object('status', 'SUCCEEDED', 'code', '00', 'message', 'OK', 'occurredAt', k.business_date || 'T00:01:00.000+07:00'), (k.business_date + interval '1 minute') at time zone 'Asia/Ho_Chi_Minh'
    from keys k join place u on u.n = k.transaction_id * 7 % u.many
    join (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from payment.merchant) m on m.n = k.transaction_id % m.many`,
    [today],
  )
  await owner.query(`
    insert into approvals.request (kind, subject_type, subject_id, subject_code, subject_version, payload, payload_sha256, before, after, row_impact, tier, decide_permission, reason,
      maker_id, maker_account, maker_name, asked_at, expires_at, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
    select 'QR_REFUND', 'payment.transaction', t.id::text, t.code, 0, '{}', sha256('x'), '{}', '{}', 1, 1, 'x/y', 'vì', u.id, u.account, u.full_name, now(), now() + interval '1 day',
      t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id
    from (select *, row_number() over (order by id) as n from payment.transaction order by id limit 90) t
    join (select *, row_number() over (order by id) - 1 as n, count(*) over () as many from iam.user_account) u on u.n = t.n % u.many`)
}

/** Said once more, in words of its own: who may see a row. */
function maySee(grant: ScopeGrant, row: Owned): boolean {
  const deepest = row.path.findLast((id) => id !== null)
  switch (grant.kind) {
    case 'ALL':
      return true
    case 'UNITS':
      return grant.units.some(({ id }) => row.path.includes(id))
    case 'UNIT_AND_BELOW':
      return row.path.includes(grant.unit.id)
    case 'UNIT':
      return deepest === grant.unit.id
    case 'SELF':
      return row.user === grant.userId
    case 'PARTNER':
      return row.partner === grant.partnerId
  }
}

function randomGrant(next: (below: number) => number): ScopeGrant {
  const one = <T>(from: readonly T[]): T => from[next(from.length)] as T
  const unit = () => one(units)
  switch (next(6)) {
    case 0:
      return { kind: 'UNITS', units: Array.from({ length: next(6) }, unit) }
    case 1:
    case 2:
      return { kind: 'UNIT_AND_BELOW', unit: unit() }
    case 3:
      return { kind: 'UNIT', unit: unit() }
    case 4:
      return { kind: 'SELF', userId: one(users) }
    default:
      return { kind: 'PARTNER', partnerId: one(partners) }
  }
}

interface Question {
  name: string
  /** Ids of a kind of row that the answer to a caller shows. */
  ask(caller: { authorization: string }, next: (below: number) => number): Promise<{ kind: keyof typeof rows; ids: string[] }>
}

const ask = async <C extends Contract>(contract: C, input: RawInputOf<C>, headers: { authorization: string }) => {
  const reply = await send(app, contract, input, { headers })
  if (![200, 404].includes(reply.status)) throw new Error(`${contract.path}: ${reply.status} ${reply.message}`)
  return reply.data
}
const page = { currentPage: 1, pageSize: 100 } as const
const anyOf = (kind: keyof typeof rows, next: (below: number) => number) => rows[kind][next(rows[kind].length)]?.id ?? ''

const questions: Question[] = [
  {
    name: 'list of payments',
    async ask(caller) {
      const data = await ask(listQrTransactions, { searchSdi: lastDays, pageInfo: page }, caller)
      return { kind: 'transaction', ids: data?.result.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'export of payments',
    async ask(caller) {
      const { method, url, payload } = requestOf(listQrTransactions.export, { searchSdi: lastDays, format: 'csv', columns: ['code'] })
      const { body } = await app.inject({ method: method ?? 'POST', url: url ?? '', payload: payload ?? {}, headers: caller })
      return {
        kind: 'transaction',
        ids: (body.match(/QR\d+/g) ?? []).flatMap((code) => rows.transaction.filter(({ id }) => code === codes.get(id)).map(({ id }) => id)),
      }
    },
  },
  {
    name: 'a payment',
    async ask(caller, next) {
      const id = anyOf('transaction', next)
      return { kind: 'transaction', ids: (await ask(getQrTransaction, { id }, caller)) ? [id] : [] }
    },
  },
  {
    name: 'shops to choose from',
    async ask(caller, next) {
      if (grants.get(caller.authorization)?.kind === 'PARTNER') return { kind: 'merchant', ids: [] }
      const ids = [anyOf('merchant', next), anyOf('merchant', next), anyOf('merchant', next)]
      return { kind: 'merchant', ids: (await ask(searchQrMerchants, { ids }, caller))?.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'units to choose from',
    async ask(caller, next) {
      const ids = Array.from({ length: 20 }, () => anyOf('unit', next))
      return { kind: 'unit', ids: (await ask(searchUnits, { ids }, caller))?.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'list of requests',
    async ask(caller) {
      const data = await ask(listRequests, { searchSdi: {}, pageInfo: page }, caller)
      return { kind: 'request', ids: data?.result.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'a request',
    async ask(caller, next) {
      const id = anyOf('request', next)
      return { kind: 'request', ids: (await ask(getRequest, { id }, caller)) ? [id] : [] }
    },
  },
]

const codes = new Map<string, string>()

/** Asks random questions with random scopes; answers what was shown to somebody who may not see it, and how many rows were shown at all. */
async function storm(seed: number, runs: number): Promise<{ leaks: string[]; shown: number }> {
  if (codes.size === 0) for (const { id, code } of (await runtime.database.owner.query('select id, code from payment.transaction')).rows) codes.set(id, code)
  const next = chance(seed)
  const leaks: string[] = []
  let shown = 0
  for (let run = 0; run < runs; run++) {
    const grant = randomGrant(next)
    const caller = { authorization: `Bearer ${seed}-${run}` }
    grants.set(caller.authorization, grant)
    const question = questions[next(questions.length)] as Question
    const { kind, ids } = await question.ask(caller, next)
    grants.delete(caller.authorization)
    shown += ids.length
    for (const id of ids) {
      const row = rows[kind].find((one) => one.id === id)
      if (!row || !maySee(grant, row)) leaks.push(`${question.name}: ${kind} ${id} to ${JSON.stringify(grant)}`)
    }
  }
  return { leaks, shown }
}

describe('rows of somebody else', () => {
  it('are guarded in every table with units: forced, so that the owner is bound as well', async () => {
    const { rows: open } = await runtime.pool.query(`
      select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'province_unit_id'
      where c.relkind in ('r', 'p') and not c.relispartition and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(open).toEqual([])
  })

  it("are nobody's without a scope: not the owner's, nor those of a role whose scope was not said", async () => {
    const client = await runtime.pool.connect()
    try {
      for (const role of ['none', 'buutram_scoped']) {
        await client.query(`begin; set local role ${role}`)
        expect((await client.query('select count(*)::int as n from organisation.unit')).rows, role).toEqual([{ n: 0 }])
        await client.query('rollback')
      }
      await client.query('begin; set local role buutram_scoped')
      await expect(client.query("update organisation.unit set name = 'x'")).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('leave nothing of a scope behind on a connection', async () => {
    const { rows: left } = await runtime.pool.query(
      "select current_user as role, current_setting('app.scope', true) as scope, (select count(*)::int from organisation.unit) as n",
    )
    expect(left).toEqual([{ role: 'buutram_system', scope: expect.toBeOneOf([null, '']), n: units.length }])
  })

  it('stay hidden when the query layer works', async () => {
    layer.mode = 'works'
    const { leaks, shown } = await storm(1, 100)
    expect(leaks).toEqual([])
    expect(shown).toBeGreaterThan(50)
  })

  it(`stay hidden when the query layer forgets the scope: ${RUNS} random questions`, { timeout: 1_800_000 }, async () => {
    layer.mode = 'forgets'
    const { leaks, shown } = await storm(2, RUNS)
    expect(leaks).toEqual([])
    // Hidden is not empty: what one may see is there.
    expect(shown).toBeGreaterThan(RUNS)
  })

  it('show as soon as row-level security is off, so that the test above proves it', async () => {
    layer.mode = 'forgets all'
    expect((await storm(2, 100)).leaks.length).toBeGreaterThan(100)
    layer.mode = 'forgets'
    const scoped = ['organisation.unit', 'payment.merchant', 'payment.transaction', 'approvals.request']
    for (const table of scoped) await runtime.database.owner.query(`alter table ${table} disable row level security`)
    expect((await storm(2, 100)).leaks.length).toBeGreaterThan(100)
  })
})
