import { sql } from 'kysely'
import { z } from 'zod'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { defineModule, defineTask, type RequestContext, type ServerModule } from '#platform/server/module.ts'
import { listAlerts, listControlRules, runControlRule } from '../contract/alerts.ts'
import { controlErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { type HiddenHoldings, registerAlerts } from './alerts.ts'
import type { ControlRule } from './rule.ts'
import { dueRules, runRule } from './run.ts'

const runRules = defineJob({
  name: 'controls.run-rules',
  title: { vi: 'Chạy quy tắc kiểm soát', en: 'Run control rules' },
  input: z.strictObject({ rule: z.string().optional() }),
  timeoutSeconds: 600,
})

interface Options {
  /** Address of the screen of alerts. */
  screen: string
  /** Holdings whose figures are hidden from somebody; without it none are. */
  hidden?: HiddenHoldings
}

/** Control rules with their alerts, over what the modules of the system hand in. */
export function controlsModule(rules: readonly ControlRule[], { screen, hidden = async () => new Set() }: Options): ServerModule {
  if (new Set(rules.map(({ code }) => code)).size < rules.length) throw new Error('two control rules have one code')
  return defineModule({
    name: 'controls',
    audit: {
      events: {
        'controls.opened': { vi: 'Cảnh báo kiểm soát mở', en: 'Control alert opened' },
        'controls.reopened': { vi: 'Cảnh báo kiểm soát mở lại', en: 'Control alert reopened' },
        'controls.grew': { vi: 'Cảnh báo kiểm soát phát sinh thêm', en: 'Control alert grew' },
        'controls.healed': { vi: 'Cảnh báo kiểm soát tự đóng', en: 'Control alert healed' },
      },
      subjects: {
        'controls.alert': { vi: 'Cảnh báo kiểm soát', en: 'Control alert' },
        'controls.rule': { vi: 'Quy tắc kiểm soát', en: 'Control rule', entity: 'controls.alert' },
      },
    },
    labels: { vi, en },
    errors: controlErrors,
    wholeSystem: [runControlRule.permission],
    tasks: [defineTask('controls.open', { vi: 'Cảnh báo kiểm soát chưa tiếp nhận', en: 'Control alerts not acknowledged' }, listAlerts, { status: ['OPEN'] })],
    register(on) {
      registerAlerts(on, rules, hidden)
      on.query(listControlRules, (_input, ctx) => statesOf(ctx, rules))
      on.command(runControlRule, async ({ code }, ctx) => {
        if (!rules.some((rule) => rule.code === code)) throw new AppError(controlErrors.ruleUnknown, { code })
        await enqueue(ctx.tx, runRules, { rule: code }, { userId: ctx.session.userId })
        ctx.subject('controls.rule', code)
        return { code }
      })
    },
    jobs: () => [
      handleJob(runRules, async ({ rule }, { runtime, signal }) => {
        const now = runtime.clock.now()
        for (const one of rule === undefined ? await dueRules(runtime.db, rules, now) : rules.filter(({ code }) => code === rule)) {
          signal.throwIfAborted()
          await runRule(runtime, one, now, screen)
        }
      }),
    ],
    schedules: [{ job: runRules, cron: '*/5 * * * *', input: {} }],
  })
}

async function statesOf({ scope, db, language }: RequestContext, rules: readonly ControlRule[]) {
  const ran = new Map((await db.selectFrom('controls.rule_run').selectAll().execute()).map((row) => [row.rule, row]))
  const open = await scope
    .selectFrom('controls.alert as a')
    .select(['a.rule', sql<number>`count(*)::int`.as('count')])
    .where('a.status', '<>', 'HEALED')
    .groupBy('a.rule')
    .execute()
  const counts = new Map(open.map(({ rule, count }) => [rule, count]))
  return rules.map(({ code, name, meaning, severity, every }) => {
    const last = ran.get(code)
    return {
      ...{ code, name: name[language], meaning: meaning[language], severity, every, alerts: counts.get(code) ?? 0 },
      ...{ ranAt: last ? isoLocal(last.ran_at) : null, milliseconds: last?.milliseconds ?? null, error: last?.error ?? null },
    }
  })
}
