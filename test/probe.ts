import { sql } from 'kysely'
import { z } from 'zod'
import { defineCommand, defineList, defineQuery, GATEWAY, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { Count, enumOf, Id, Money, OptionalText, RequiredText, Timestamp } from '#kernel/primitives.ts'
import { is } from '#platform/server/list/where.ts'
import { defineModule, type ServerModule } from '#platform/server/module.ts'
import type { Session, SessionResolver } from '#platform/server/session/session.ts'
import type { TestDatabase } from './database.ts'

/**
 * A module for tests of the platform itself: one of each kind of contract, over a table of its own.
 * The business modules are tested through their real contracts; this one can fail, hang and collide on demand.
 */
const Kind = enumOf('probe.kind', ['RED', 'BLUE'])

export const listItems = defineList({
  path: '/probe/items/v1/search',
  permission: 'probe/items/view',
  summary: { vi: 'Items', en: 'Items' },
  entity: 'probe.item',
  filter: { name: OptionalText(50), kind: Kind.optional() },
  row: z.object({ id: Id, name: z.string().meta({ kind: 'text' }), kind: Kind, amount: Money, weight: Count.nullable(), createdAt: Timestamp }),
  sort: ['name', 'amount', 'createdAt'],
  defaultSort: '-createdAt',
  sums: ['amount', 'weight'],
})
export const itemDetail = defineQuery({
  path: '/probe/items/v1/{id}',
  permission: SIGNED_IN,
  summary: { vi: 'One item', en: 'One item' },
  input: { id: Id, note: OptionalText(20) },
  output: z.object({ id: Id, note: z.string().nullable() }),
})
export const createItem = defineCommand({
  path: '/probe/items/v1',
  permission: 'probe/items/create',
  summary: { vi: 'Create an item', en: 'Create an item' },
  idempotent: true,
  input: {
    name: RequiredText(50),
    amount: Money,
    secret: z.string().optional().meta({ kind: 'secret' }),
    nested: z.strictObject({ password: z.string() }).optional(),
  },
  output: z.object({ id: Id }),
})
export const renameItem = defineCommand({
  path: '/probe/items/v1/{id}/name',
  method: 'PUT',
  permission: 'probe/items/update',
  summary: { vi: 'Rename an item', en: 'Rename an item' },
  input: { id: Id, name: RequiredText(50) },
  output: z.object({ id: Id }),
})
/** Swaps the names of two items, locking them in the order given: two opposite swaps deadlock. */
export const swapItems = defineCommand({
  path: '/probe/items/v1/swap',
  permission: 'probe/items/update',
  summary: { vi: 'Swap', en: 'Swap' },
  input: { first: Id, second: Id },
  output: z.object({ attempts: z.number() }),
})
export const misbehave = defineQuery({
  path: '/probe/misbehave/v1',
  permission: PUBLIC,
  summary: { vi: 'Fails as told', en: 'Fails as told' },
  input: { how: z.string() },
  output: z.object({ fine: z.literal(true) }),
})

/** What a partner sends in bulk: lines that are looked at one by one. */
export const feed = defineCommand({
  path: '/probe/feed/v1',
  permission: GATEWAY,
  summary: { vi: 'Takes lines', en: 'Takes lines' },
  input: { lines: z.array(z.string()).max(3) },
  output: z.object({ from: z.string(), lines: z.array(z.string()), bytes: z.number() }),
})

export interface Probe {
  module: ServerModule
  /** Makes the table; once a database. */
  prepare(database: TestDatabase): Promise<void>
  /** Called inside each command after its effect, before the commit. */
  hooks: { beforeCommit?: () => Promise<void>; betweenSwaps?: () => Promise<void>; misbehave?: (how: string) => Promise<unknown> }
}

type ItemTable = {
  'probe.item': { id: string; name: string; kind: string; amount: string; weight: number | null; created_at: Date }
}

export function createProbe(): Probe {
  const hooks: Probe['hooks'] = {}
  const labels = {
    vi: {
      screens: {},
      fields: { item: { id: 'Mã', name: 'Tên', kind: 'Loại', amount: 'Số tiền', weight: 'Khối lượng', createdAt: 'Ngày tạo' } },
      enums: { kind: { RED: 'Đỏ', BLUE: 'Xanh' } },
    },
    en: {
      screens: {},
      fields: { item: { id: 'Id', name: 'Name', kind: 'Kind', amount: 'Amount', weight: 'Weight', createdAt: 'Created' } },
      enums: { kind: { RED: 'Red', BLUE: 'Blue' } },
    },
  }
  const module = defineModule({
    name: 'probe',
    labels,
    register(on) {
      on.list(listItems, {
        query: ({ runtime }) =>
          runtime.db
            .withTables<ItemTable>()
            .selectFrom('probe.item as i')
            .select(['i.id', 'i.name', 'i.kind', 'i.amount', 'i.weight', 'i.created_at as createdAt']),
        where: { name: (name) => sql<boolean>`i.name like ${`%${name}%`}`, kind: is('i.kind') },
        sort: { name: 'i.name', amount: 'i.amount', createdAt: 'i.created_at' },
        key: 'i.id',
      })
      on.query(itemDetail, async ({ id, note }) => ({ id, note: note ?? null }))
      on.command(createItem, async ({ name, amount }, { tx }) => {
        const { id } = await tx
          .withTables<ItemTable>()
          .insertInto('probe.item')
          .values({ name, amount, kind: 'RED' } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
        await hooks.beforeCommit?.()
        return { id }
      })
      on.command(renameItem, async ({ id, name }, ctx) => {
        const table = ctx.tx.withTables<ItemTable>()
        const before = await table.selectFrom('probe.item').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
        if (!before) throw new AppError(errors.notFound)
        await table.updateTable('probe.item').set({ name }).where('id', '=', id).execute()
        ctx.subject('probe.item', id, { before, after: { name } })
        return { id }
      })
      let attempts = 0
      on.command(swapItems, async ({ first, second }, { tx }) => {
        attempts++
        const table = tx.withTables<ItemTable>()
        await table.updateTable('probe.item').set({ weight: 1 }).where('id', '=', first).execute()
        await hooks.betweenSwaps?.()
        await table.updateTable('probe.item').set({ weight: 2 }).where('id', '=', second).execute()
        return { attempts }
      })
      on.open(feed, async ({ lines }, { rawBody }, partner: string) => ({ from: partner, lines, bytes: rawBody.length }), {
        body: 'ndjson',
        bodyLimit: 2_000_000,
        announce: async ({ request }) => ({ who: String(request.headers['x-client-id']), keep: true }),
        authenticate: async ({ request }) => {
          const partner = request.headers['x-client-id']
          if (typeof partner !== 'string') throw new AppError(errors.unauthorized)
          return partner
        },
      })
      on.open(misbehave, async ({ how }) => (await hooks.misbehave?.(how)) as { fine: true })
    },
  })
  return {
    module,
    hooks,
    async prepare({ owner }) {
      await owner.query(`
        create schema probe;
        create table probe.item (
          id bigint generated by default as identity primary key, name text not null unique, kind text not null check (kind in ('RED', 'BLUE')),
          amount numeric(20,2) not null, weight integer, created_at timestamptz not null default now());
        grant usage on schema probe to buutram_system, buutram_scoped;
        grant all on probe.item to buutram_system;
        grant select on probe.item to buutram_scoped;
      `)
    },
  }
}

const nobody: Session = {
  sid: 's',
  userId: '1',
  account: 'probe',
  fullName: 'Probe',
  clientId: 'O2O_CRM',
  permissions: new Set(),
  scope: { kind: 'ALL' },
  unit: null,
  partnerId: null,
}

/** Sessions by the word after 'Bearer '; an unknown word is not signed in. */
export function sessionsOf(sessions: Record<string, Partial<Session>>): SessionResolver {
  return {
    async resolve({ authorization }) {
      const session = sessions[authorization?.replace(/^Bearer /, '') ?? '']
      if (!session) throw new AppError(errors.unauthorized)
      return { ...nobody, ...session }
    },
  }
}

export const FULL: Partial<Session> = { permissions: new Set(['probe/items/view', 'probe/items/export', 'probe/items/create', 'probe/items/update']) }
