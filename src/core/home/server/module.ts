import type { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import { findTasks } from '#kernel/home.ts'
import type { ListEntry, Registry } from '#platform/server/http/registry.ts'
import { countRows, firstRows } from '#platform/server/list/list.ts'
import { defineModule, type RequestContext, type ServerModule, type Task } from '#platform/server/module.ts'

type Shown = OutputOf<typeof findTasks>[number]

/** What waits for a person, over what the modules offer. `registry`: all lists of the system, whose own counts these are. */
export function homeModule(modules: readonly ServerModule[], registry: () => Registry): ServerModule {
  const tasks = modules.flatMap((module) => module.tasks ?? [])
  return defineModule({
    name: 'home',
    register(on) {
      on.query(findTasks, (_input, ctx) => waiting(tasks, registry(), ctx))
    },
  })
}

/** One list after another: a page that everybody opens must never hold more than one connection. */
async function waiting(tasks: readonly Task[], { entries }: Registry, ctx: RequestContext): Promise<Shown[]> {
  const shown: Shown[] = []
  const { permissions } = ctx.session
  for (const { key, title, list, filter, deadline, needs = list.permission } of tasks) {
    if (!permissions.has(list.permission) || !permissions.has(needs)) continue
    const { contract, handler } = entries.get(`${list.method} ${list.path}`) as ListEntry
    const count = await countRows(contract, handler, filter, ctx)
    const sort = deadline && count > 0 ? ({ field: deadline, direction: 'asc' } as const) : undefined
    const [first] = sort ? await firstRows(contract, handler, { filter, sort, limit: 1 }, ctx) : []
    const due = sort ? String(first?.[sort.field] ?? '') || null : null
    shown.push({ key, title: title[ctx.language], count, deadline: due, permission: contract.permission, query: addressOf(contract.filter, filter) })
  }
  return shown
}

/** The filter as the list's screen reads it. Days that it does not name are none, not the list's own last days. */
function addressOf({ shape }: z.ZodObject, filter: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(filter)) for (const one of [value].flat()) query.append(field, String(one))
  if ('from' in shape && !('from' in filter) && !('to' in filter)) query.set('from', '')
  return query.toString()
}
