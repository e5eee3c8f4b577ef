import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Contract, defineCommand, defineList, defineQuery, GATEWAY, PUBLIC } from '#kernel/contract.ts'
import { defineModule, type Registrar } from '../module.ts'
import { buildRegistry } from './registry.ts'

const query = (path: string, permission = 'probe/items/view') =>
  defineQuery({ path, permission, summary: { vi: 'x', en: 'x' }, input: {}, output: z.object({}) })
const list = defineList({
  path: '/probe/v1/search',
  permission: 'probe/items/view',
  summary: { vi: 'x', en: 'x' },
  entity: 'test.item',
  filter: {},
  row: z.object({ name: z.string() }),
  sort: ['name'],
  defaultSort: 'name',
})
const build = (...registers: ((on: Registrar) => void)[]) => buildRegistry(registers.map((register, n) => defineModule({ name: `m${n}`, register })))
const answer = async () => ({})

describe('the registry', () => {
  it('knows each endpoint, and gives every list its export', () => {
    const registry = build((on) => {
      on.query(query('/probe/v1/a'), answer)
      on.list(list, { query: () => ({}) as never, where: {}, sort: { name: 'name' }, key: 'id' })
    })
    expect([...registry.entries.keys()]).toEqual(['GET /probe/v1/a', 'POST /probe/v1/search', 'POST /report/export/probe/v1'])
    expect(registry.entries.get('POST /report/export/probe/v1')?.contract.permission).toBe('probe/items/export')
  })

  const refused: [string, () => unknown, RegExp][] = [
    [
      'two handlers for one path',
      () =>
        build(
          (on) => on.query(query('/probe/v1/a'), answer),
          (on) => on.query(query('/probe/v1/a'), answer),
        ),
      /two handlers for GET \/probe\/v1\/a/,
    ],
    [
      'two paths that differ in the name of a place',
      () =>
        build(
          (on) => on.query(query('/probe/{id}'), answer),
          (on) => on.query(query('/probe/{code}'), answer),
        ),
      /two handlers for GET \/probe\/\{code\} and GET \/probe\/\{id\}/,
    ],
    ['no permission', () => build((on) => on.query(query('/probe/v1/a', ''), answer)), /neither a permission uri nor/],
    ['a permission without an action', () => build((on) => on.query(query('/probe/v1/a', 'probe'), answer)), /neither a permission uri nor/],
    ['an odd path', () => build((on) => on.query(query('probe/v1'), answer)), /the path is not of the form/],
    ['a public contract behind a session', () => build((on) => on.query(query('/probe/v1/a', PUBLIC), answer)), /needs an open handler/],
    [
      'an open handler behind a permission',
      () => build((on) => on.open(query('/probe/v1/a'), answer)),
      /an open handler on a contract that asks for a session/,
    ],
    [
      'a gateway contract that asks nobody who calls',
      () => build((on) => on.open(query('/probe/v1/a', GATEWAY), answer)),
      /a gateway contract without authenticate/,
    ],
    [
      'a command handled as a query',
      () =>
        build((on) =>
          on.query(
            defineCommand({ path: '/probe/v1', permission: 'probe/items/create', summary: { vi: 'x', en: 'x' }, input: {}, output: z.object({}) }) as Contract,
            answer as never,
          ),
        ),
      /a query handler on a command contract/,
    ],
    [
      'a sort key without a column',
      () => build((on) => on.list(list, { query: () => ({}) as never, where: {}, sort: {} as never, key: 'id' })),
      /no column for the sort key name/,
    ],
    [
      'a sort key that is an expression',
      () => build((on) => on.list(list, { query: () => ({}) as never, where: {}, sort: { name: 'coalesce(u.code, p.code)' }, key: 'id' })),
      /sorted by 'coalesce\(u.code, p.code\)', which is no column/,
    ],
    [
      'two modules of one name',
      () => buildRegistry([defineModule({ name: 'a', register: () => undefined }), defineModule({ name: 'a', register: () => undefined })]),
      /two modules are called a/,
    ],
  ]
  it.each(refused)('fails at start on %s', (_what, make, words) => {
    expect(make).toThrow(words)
  })
})
