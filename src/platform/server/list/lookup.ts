import { AliasNode, type Expression, IdentifierNode, type JoinBuilder, type JoinNode, type OperationNode, ReferenceNode, type SelectQueryNode } from 'kysely'
import type { DB } from '../database/db.ts'

/** What a join promises that looks names up. */
interface Promised {
  /** 'organisation.unit_directory' */
  table: string
  /** Its columns that are unique together: ['id']. */
  key: string[]
}
type Lookup = JoinNode & { lookup: Promised }

type Named = { [T in Extract<keyof DB, string>]: `${T} as ${string}` }[Extract<keyof DB, string>]
type KeyOf<T> = T extends `${infer Table} as ${infer Alias}` ? (Table extends keyof DB ? `${Alias}.${Extract<keyof DB[Table], string>}` : never) : never

/**
 * Joins at most one row from the left, by a unique key: `.leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))`.
 * Counting and summing leave it out unless a condition or a sum reads it, by a reference (a column of a condition, `sql.ref`): a name
 * hidden in SQL text is refused by the database then, never counted wrongly. src/app/list-sql.test.ts holds every key to be unique.
 */
export function lookup<T extends Named>(table: T, on: { [K in KeyOf<NoInfer<T>>]?: string | Expression<unknown> }): [T, (join: AnyJoin) => AnyJoin] {
  const keys = Object.entries<string | Expression<unknown> | undefined>(on)
  const promised: Promised = { table: table.split(' as ')[0] ?? '', key: keys.map(([key]) => key.slice(key.indexOf('.') + 1)) }
  return [
    table,
    (join) => {
      const joined = keys.reduce((made, [key, value]) => (typeof value === 'string' ? made.onRef(key, '=', value) : made.on(key, '=', value as never)), join)
      return { toOperationNode: () => ({ ...joined.toOperationNode(), lookup: promised }) } as unknown as AnyJoin
    },
  ]
}
// biome-ignore lint/suspicious/noExplicitAny: the builder of a join that is made before its query is known
type AnyJoin = JoinBuilder<any, any>

const isLookup = (join: JoinNode): join is Lookup => 'lookup' in join

/** What the lookups of a select promise. */
export const lookupsOf = ({ joins = [] }: SelectQueryNode): Promised[] => joins.flatMap((join) => (isLookup(join) ? [join.lookup] : []))

/** Without the lookups that nothing else in the query reads: they change neither count nor sums. */
export function withoutLookups(select: SelectQueryNode): SelectQueryNode {
  let joins = select.joins ?? []
  // Last first: a join may be read by a later one.
  for (const join of joins.toReversed()) {
    if (!isLookup(join)) continue
    const others = joins.filter((one) => one !== join)
    if (!readTables({ ...select, joins: others } as SelectQueryNode).has(aliasOf(join))) joins = others
  }
  return { ...select, joins }
}

function aliasOf({ table }: JoinNode): string {
  if (!AliasNode.is(table) || !IdentifierNode.is(table.alias)) throw new Error('a lookup needs an alias')
  return table.alias.name
}

/** Aliases that references of a query name, subqueries included. */
function readTables(node: OperationNode, found = new Set<string>()): Set<string> {
  if (ReferenceNode.is(node) && node.table) found.add(node.table.table.identifier.name)
  for (const inner of Object.values(node).flat()) if (typeof inner === 'object' && inner !== null && 'kind' in inner) readTables(inner as OperationNode, found)
  return found
}
