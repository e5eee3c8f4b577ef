import { sql } from 'kysely'
import { previewMenu } from '#core/iam/contract/access/menu-rules.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { permissionsOf } from '../../sign-in/session-store.ts'
import { visibleUser } from '../guard.ts'

type Preview = OutputOf<typeof previewMenu>
type Node = Preview['nodes'][number]

export function registerMenuPreview(on: Registrar): void {
  on.query(previewMenu, preview)
}

interface Person {
  account: string
  fullName: string
  shut: Preview['shut']
  uris: string[]
}

interface Item {
  key: string
  parentKey: string | null
  title: string
  path: string | null
  permission: string | null
  gated: boolean
  rule: string | null
}

async function preview({ userId, application }: InputOf<typeof previewMenu>, ctx: RequestContext): Promise<Preview> {
  const people = await sql<Person>`
    select u.account, u.full_name as "fullName", ${permissionsOf(sql.ref('u.id'), application)} as uris,
      case when u.status <> 'ACTIVE' then 'USER_INACTIVE'
        when not exists (select from iam.user_application ua where ua.user_id = u.id and ua.application = a.code) then 'NO_APPLICATION'
        when a.status <> 'ACTIVE' then 'APPLICATION_LOCKED' end as shut
    from iam.user_account u join iam.application a on a.code = ${application}
    where u.id = ${userId} and ${visibleUser(ctx, 'u')}`.execute(ctx.db)
  const person = people.rows[0]
  if (!person) throw new AppError(errors.notFound)
  // The rule that is named is the oldest of those that fit; the view says whether one fits at all.
  const items = await sql<Item>`
    select m.key, m.parent_key as "parentKey", ${sql.ref(ctx.language === 'en' ? 'm.title_en' : 'm.title_vi')} as title, m.path, m.permission, m.gated,
      (select f.name from iam.menu_rule_fit f where f.user_id = ${userId} and f.application = m.application and f.path = m.path
        order by f.rule_id limit 1) as rule
    from iam.menu m where m.application = ${application} and m.retired_at is null order by m.position`.execute(ctx.db)
  const { account, fullName, shut, uris } = person
  return { account, fullName, shut, nodes: judge(items.rows, shut ? [] : uris) }
}

/** Screens first, groups by what is left in them, from the innermost out. */
function judge(items: readonly Item[], uris: readonly string[]): Node[] {
  const held = new Set(uris)
  const screens = new Map<string, Node>()
  const nodeOf = ({ key, parentKey, title, path, permission, gated, rule }: Item): Node => {
    const node = { key, parentKey, title, path, permission, rule: null }
    if (permission === null) return { ...node, visible: false, reason: 'EMPTY_GROUP' }
    if (permission !== 'signed-in' && !held.has(permission)) return { ...node, visible: false, reason: 'NO_PERMISSION' }
    if (!gated) return { ...node, visible: true, reason: 'SHOWN' }
    return rule === null ? { ...node, visible: false, reason: 'NO_RULE' } : { ...node, visible: true, reason: 'SHOWN_BY_RULE', rule }
  }
  const nodes = items.map(nodeOf)
  for (const node of nodes) screens.set(node.key, node)
  for (const node of nodes) {
    if (node.path === null || !node.visible) continue
    for (let group = node.parentKey; group !== null; ) {
      const parent = screens.get(group)
      if (!parent) break
      parent.visible = true
      parent.reason = 'SHOWN'
      group = parent.parentKey
    }
  }
  return nodes
}
