import type { Language, Text } from '#kernel/language.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { defineModule, defineTask, type ServerModule } from '#platform/server/module.ts'
import { approvalErrors } from '../contract/errors.ts'
import { decideRequest, decideRequests, listRequests, withdrawRequest } from '../contract/request.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { decide, type StoredRequest, withdraw } from './decide.ts'
import { registerDelegations } from './delegations.ts'
import { startExpiry } from './expiry.ts'
import { registerInbox } from './inbox.ts'
import type { ApprovalKind } from './kind.ts'
import { OUTCOMES, outcomeOf } from './outcomes.ts'
import { OWNERS } from './owners.ts'
import { requestSearch } from './search.ts'

/** The module over all kinds of requests; the composition root collects them from the modules that apply them. */
export function approvalsModule(kinds: readonly ApprovalKind[]): ServerModule {
  const names = new Set(kinds.map(({ name }) => name))
  if (names.size < kinds.length) throw new Error('two approval kinds have one name')
  const titles = (language: Language) => Object.fromEntries(kinds.map(({ name, title }) => [name, title[language]]))
  return defineModule({
    name: 'approvals',
    audit: {
      events: OUTCOMES,
      pictures: Object.fromEntries(
        [...new Set(kinds.map(({ subjectType }) => subjectType))].map((subject) => [
          subject,
          kinds.filter(({ subjectType }) => subjectType === subject).map(({ entity, picture }) => ({ entity, schema: picture })),
        ]),
      ),
      subjects: {
        'approvals.request': { vi: 'Yêu cầu phê duyệt', en: 'Approval request', fields: { subject: { vi: 'Đối tượng', en: 'Subject' } } },
        'approvals.delegation': {
          vi: 'Uỷ quyền phê duyệt',
          en: 'Delegation',
          fields: { principalId: { vi: 'Người uỷ quyền', en: 'Principal' }, delegateId: { vi: 'Người được uỷ quyền', en: 'Delegate' } },
        },
      },
    },
    labels: { vi: { ...vi, enums: { ...vi.enums, kind: titles('vi') } }, en: { ...en, enums: { ...en.enums, kind: titles('en') } } },
    errors: approvalErrors,
    owners: OWNERS,
    permissions: named(kinds.flatMap(namedPermissions)),
    search: [requestSearch(kinds)],
    tasks: [
      defineTask(
        'approvals.toDecide',
        { vi: 'Yêu cầu chờ tôi duyệt', en: 'Requests waiting for my approval' },
        listRequests,
        { box: 'TO_DECIDE' },
        { deadline: 'expiresAt' },
      ),
      defineTask('approvals.mine', { vi: 'Yêu cầu của tôi đang chờ duyệt', en: 'My requests awaiting approval' }, listRequests, {
        box: 'MINE',
        status: ['PENDING'],
      }),
      defineTask('approvals.returned', { vi: 'Yêu cầu của tôi bị trả lại', en: 'My requests that were returned' }, listRequests, { box: 'RETURNED' }),
    ],
    register(on) {
      registerInbox(on, kinds)
      registerDelegations(on, kinds)
      on.command(decideRequest, async (input, ctx) => recorded(ctx, await decide(ctx, kinds, input), input.reason))
      on.command(withdrawRequest, async (input, ctx) => recorded(ctx, await withdraw(ctx, kinds, input), input.reason))
      on.bulk(decideRequests, async (row, { decision, reason }, ctx) => {
        await recorded(ctx, await decide(ctx, kinds, { ...row, decision, reason }), reason)
      })
    },
    start: (runtime) => startExpiry(runtime, kinds),
  })
}

async function recorded(ctx: CommandContext, { request, ...decided }: Awaited<ReturnType<typeof decide>> & { request: StoredRequest }, reason?: string) {
  const before = { status: request.status, kind: request.kind, subject: `${request.subject_type}:${request.subject_id}` }
  ctx.subject('approvals.request', request.id, { before, after: { status: decided.status, ...(reason ? { reason } : {}) } })
  await ctx.runtime.audit.write(ctx.tx, { ...byUser(ctx.session.account, ctx), ...outcomeOf(request, decided.status, reason) })
  return decided
}

/** What several kinds share is called by all of them. */
function named(permissions: [string, Text][]): Record<string, Text> {
  return Object.fromEntries(
    [...Map.groupBy(permissions, ([uri]) => uri)].map(([uri, all]) => {
      const titles = [...new Map(all.map(([, title]) => [title.vi, title])).values()]
      return [uri, { vi: titles.map(({ vi: one }) => one).join('; '), en: titles.map(({ en: one }) => one).join('; ') }]
    }),
  )
}

/** Called by what is asked for and decided; tiers above the first are numbered. */
function namedPermissions({ title, permissions, tiers }: ApprovalKind): [string, Text][] {
  const decide = tiers.map((tier, at): [string, Text] => [
    tier.decide,
    at === 0 ? title : { vi: `${title.vi}, mức ${at + 1}`, en: `${title.en}, tier ${at + 1}` },
  ])
  return [[permissions.see, title], [permissions.ask, title], ...decide]
}
