/** The SQL of every list and report, compiled as it would be sent: docs/sql, one file a module, kept to be reviewed. */
import { DummyDriver, Kysely, type OperationNode, ParensNode, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type SelectQueryNode } from 'kysely'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import type { FieldMeta } from '#kernel/primitives.ts'
import type { DB, Queryable } from '#platform/server/database/db.ts'
import { endpointName, type ListEntry, type Registry, type ReportEntry } from '#platform/server/http/registry.ts'
import { orderOf, selectOf } from '#platform/server/list/list.ts'
import { compile, ordered, totals } from '#platform/server/list/select.ts'
import { type Condition, conditionFields, conditionsOf } from '#platform/server/list/where.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { rowsOf } from '#platform/server/report/run.ts'
import { scopeOf } from '#platform/server/scope.ts'
import type { ScopeGrant, Session } from '#platform/server/session/session.ts'

const compiler: Queryable = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Who sees a province and what lies below it; what is for a scope of ALL alone is shown to that one. */
const GRANTS: ScopeGrant[] = [{ kind: 'UNIT_AND_BELOW', unit: { id: '1', level: 'PROVINCE' } }, { kind: 'ALL' }]

function contextOf(grant: ScopeGrant): RequestContext {
  const session: Session = {
    ...{ sid: '', userId: '1', account: '', fullName: '', clientId: '', unit: null, partnerId: null },
    permissions: new Set(),
    scope: grant,
  }
  const scope = scopeOf(compiler, session)
  return {
    db: scope.db,
    scope,
    session,
    language: 'vi',
    now: new Date('2026-01-31T05:00:00Z'),
    runtime: { db: compiler, config: {} },
  } as unknown as RequestContext
}

export function asked<T>(ask: (ctx: RequestContext) => T): T {
  const [part, whole] = GRANTS.map(contextOf) as [RequestContext, RequestContext]
  try {
    return ask(part)
  } catch (error) {
    if (error instanceof AppError && error.definition.status === 403) return ask(whole)
    throw error
  }
}

/** A value that a filter takes; what it is decides nothing but the number of parameters. */
function example(schema: z.ZodType, name: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return example(schema.unwrap() as z.ZodType, name)
  if (schema instanceof z.ZodArray) return [example(schema.element as z.ZodType, name)]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  const kind = (schema.meta() as Partial<FieldMeta> | undefined)?.kind
  if (kind === 'date') return name === 'from' ? '2026-01-01' : '2026-01-31'
  return kind === 'text' ? 'an' : '1'
}

const filled = (shape: z.ZodRawShape) => Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, example(schema as z.ZodType, name)]))
const sqlOf = (node: SelectQueryNode) => shown(compile(compiler, node).sql)

function listSql({ contract, handler }: ListEntry): string[] {
  return asked((ctx) => {
    const filter = filled(contract.filter.shape)
    const where: Record<string, Condition> = handler.where
    const alone = [...conditionFields(contract.filter.shape)].map(([name, fields]) => {
      const own = typeof fields === 'string' ? { [fields]: filter[fields] } : { [fields.from]: filter[fields.from], [fields.to]: filter[fields.to] }
      return `--   ${name}: ${conditionSql(conditionsOf(contract.filter.shape, { [name]: where[name] as Condition }, own, ctx).map((one) => one.toOperationNode()))}`
    })
    const select = selectOf(contract, handler, filter, ctx)
    const rows = handler.query(ctx, filter).toOperationNode()
    const kept = handler.kept?.(ctx, { from: filter.from, to: filter.to } as never)
    return [
      `-- ${endpointName(contract)}: the filters, each alone\n${alone.join('\n')}`,
      `-- a page (an export reads the same without its end)\n${sqlOf(ordered(rows, orderOf(contract, handler, undefined), { limit: 15, offset: 0 }))}`,
      `-- number and sums\n${sqlOf(totals(rows, contract.sums, handler.sums ?? {}, contract.split?.by))}`,
      `-- number and sums under every filter\n${sqlOf(totals(select, contract.sums, handler.sums ?? {}, contract.split?.by))}`,
      ...(kept ? [`-- number and sums where they are kept\n${sqlOf(kept.toOperationNode())}`] : []),
    ]
  })
}

function conditionSql([node]: OperationNode[]): string {
  // The compiler takes any node; in brackets, so that it is a part of a statement.
  return node ? plain(compile(compiler, ParensNode.create(node) as never).sql).slice(1, -1) : 'nothing'
}

function reportSql({ contract, report }: ReportEntry): string[] {
  return asked((ctx) => {
    const rows = rowsOf(report, filled(contract.filter.shape), { ...ctx, userId: ctx.session.userId, grant: ctx.session.scope }).toOperationNode()
    return [`-- ${endpointName(contract)}: the rows; groups, totals and chart are made around them\n${sqlOf(rows)}`]
  })
}

const plain = (sql: string) =>
  sql
    .replace(/"([a-z_]\w*)"/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
/** Where a line of a query begins: at its clauses, at what is selected, and at each condition. */
const BREAK = /[()]|(?<=,) |(?<!distinct) (?=(?:from|left join|inner join|where|and|group by|order by|limit|union all) )/g

/** A clause, column or condition a line, queries inside brackets further in; what stands in other brackets stays together. */
function shown(sql: string): string {
  const inside: boolean[] = []
  const broken = plain(sql).replace(BREAK, (part, at: number, whole: string) => {
    const query = inside.at(-1) ?? true
    if (part === '(') inside.push(query && /^\((select|with) /.test(whole.slice(at)))
    else if (part === ')') inside.pop()
    else if (query) return `\n${'  '.repeat(inside.length + (/^(from|left|inner|where|group|order|limit|union) /.test(whole.slice(at + 1)) ? 0 : 1))}`
    return part
  })
  return `${broken};`
}

/** Text of every file by the name of its module. */
export function sqlDocuments(registry: Registry): Map<string, string> {
  const entries = [...registry.entries.values()].filter((entry) => entry.kind === 'list' || entry.kind === 'report')
  const head = '-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.'
  return new Map(
    [...Map.groupBy(entries, ({ module }) => module.name)].map(([module, own]) => [
      module,
      `${[head, ...own.flatMap((entry) => (entry.kind === 'list' ? listSql(entry) : reportSql(entry)))].join('\n\n')}\n`,
    ]),
  )
}
