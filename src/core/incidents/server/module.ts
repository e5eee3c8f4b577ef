import { sql } from 'kysely'
import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { defineModule, defineTask, type Registrar, type ServerModule } from '#platform/server/module.ts'
import { changeCategoryStatus, createCategory, updateCategory } from '../contract/categories.ts'
import { incidentErrors } from '../contract/errors.ts'
import type { Priority } from '../contract/incident.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { CATEGORY, registerCategories } from './categories.ts'
import { create, link } from './create.ts'
import type { DeskPlan, IncidentDesk, SameMoney } from './desk.ts'
import { board, detail, ofRecord } from './detail.ts'
import { incidentList } from './list.ts'
import { partnerReport } from './partner-report.ts'
import { partners, people, teams } from './people.ts'
import { preview, proposalKind, propose } from './proposal.ts'
import { assign, assignRow, release, start, takeNext } from './queue.ts'
import { INCIDENT } from './record.ts'
import { close, merge, reject, reopen, resolve, resume, setPriority, wait } from './steps.ts'
import { message, note, reply, templates } from './talk.ts'
import { teamReport } from './team-report.ts'
import { watchClocks, watchJobs } from './watch.ts'

/** A desk with the approval kind of its proposals, for `approvalsModule` and `incidentsModule`. */
export const incidentDesk = (plan: DeskPlan): IncidentDesk => ({ ...plan, proposal: proposalKind(plan) })

export const proposalsOf = (desks: readonly IncidentDesk[]): ApprovalKind[] => desks.map(({ proposal }) => proposal)

/** The incidents of all desks of the system. */
export function incidentsModule(desks: readonly IncidentDesk[], sameMoney: SameMoney): ServerModule {
  if (new Set(desks.map(({ contracts }) => contracts.desk)).size < desks.length) throw new Error('two desks of incidents have one key')
  return defineModule({
    name: 'incidents',
    labels: { vi, en },
    errors: incidentErrors,
    owners: { [INCIDENT]: 'assignee_id' },
    audit: {
      subjects: {
        [INCIDENT]: { vi: 'Sự vụ', en: 'Incident', entity: 'incidents.incident' },
        [CATEGORY]: { vi: 'Loại sự vụ', en: 'Incident category', entity: 'incidents.category' },
      },
    },
    wholeSystem: [createCategory, updateCategory, changeCategoryStatus].map(({ permission }) => permission),
    tasks: desks.flatMap(({ contracts: { desk, list, name, permissions } }) => {
      const more = { deadline: 'dueAt' as const, needs: permissions.handle }
      return [
        defineTask(`incidents.mine.${desk}`, { vi: `Sự vụ của tôi: ${name.vi}`, en: `My incidents: ${name.en}` }, list, { view: 'MINE' }, more),
        defineTask(`incidents.late.${desk}`, { vi: `Sự vụ quá hạn: ${name.vi}`, en: `Late incidents: ${name.en}` }, list, { view: 'OVERDUE' }, more),
        defineTask(
          `incidents.free.${desk}`,
          { vi: `Sự vụ chưa ai nhận: ${name.vi}`, en: `Incidents nobody has taken: ${name.en}` },
          list,
          { view: 'UNASSIGNED' },
          more,
        ),
      ]
    }),
    register(on) {
      on.report(teamReport)
      on.report(partnerReport)
      registerCategories(on)
      for (const desk of desks) registerDesk(on, desk, sameMoney)
    },
    jobs: () => watchJobs(desks.map(({ contracts }) => contracts)),
    schedules: [{ job: watchClocks, cron: '*/5 * * * *', input: {} }],
  })
}

function registerDesk(on: Registrar, desk: IncidentDesk, sameMoney: SameMoney): void {
  const { contracts } = desk
  on.list(contracts.list, incidentList(contracts))
  on.query(contracts.detail, (input, ctx) => detail(desk, input, ctx, sameMoney))
  on.query(contracts.board, (input, ctx) => board(contracts, input, ctx))
  on.query(contracts.ofRecord, (input, ctx) => ofRecord(contracts, input, ctx, sameMoney))
  on.query(contracts.people, (input, ctx) => people(contracts, input, ctx))
  on.query(contracts.teams, (input, ctx) => teams(contracts, input, ctx))
  on.query(contracts.partners, partners)
  on.query(contracts.templates, (_input, ctx) => templates(ctx))
  on.query(contracts.preview, (input, ctx) => preview(desk, input, ctx))
  on.query(contracts.categories, async (_input, { runtime: { db }, language }) => {
    const rows = await db
      .selectFrom('incident.category as c')
      .select(['c.id', 'c.code', sql<string>`${sql.ref(language === 'vi' ? 'c.name' : 'c.name_en')}`.as('name'), 'c.priority'])
      .select(['c.needs_record as needsRecord', 'c.needs_evidence as needsEvidence'])
      .where('c.status', '=', 'ACTIVE')
      .where('c.code', 'not in', ['', ...contracts.leavesOut])
      .orderBy('c.position')
      .orderBy('c.id')
      .execute()
    return rows.map((row) => ({ ...row, priority: row.priority as Priority }))
  })
  on.command(contracts.create, (input, ctx) => create(desk, input, ctx))
  on.command(contracts.link, (input, ctx) => link(desk, input, ctx))
  on.command(contracts.takeNext, (_input, ctx) => takeNext(desk, ctx))
  on.command(contracts.release, (input, ctx) => release(desk, input, ctx))
  on.command(contracts.start, (input, ctx) => start(desk, input, ctx))
  on.command(contracts.assign, (input, ctx) => assign(desk, input, ctx))
  on.bulk(contracts.assignMany, (row, input, ctx) => assignRow(desk, row, input, ctx))
  on.command(contracts.note, (input, ctx) => note(desk, input, ctx))
  on.command(contracts.reply, (input, ctx) => reply(desk, input, ctx))
  on.command(contracts.message, (input, ctx) => message(desk, input, ctx))
  on.command(contracts.setPriority, (input, ctx) => setPriority(desk, input, ctx))
  on.command(contracts.wait, (input, ctx) => wait(desk, input, ctx))
  on.command(contracts.resume, (input, ctx) => resume(desk, input, ctx))
  on.command(contracts.propose, (input, ctx) => propose(desk, input, ctx))
  on.command(contracts.resolve, (input, ctx) => resolve(desk, input, ctx))
  on.command(contracts.close, (input, ctx) => close(desk, input, ctx))
  on.command(contracts.reject, (input, ctx) => reject(desk, input, ctx))
  on.command(contracts.reopen, (input, ctx) => reopen(desk, input, ctx))
  on.command(contracts.merge, (input, ctx) => merge(desk, input, ctx))
}
