import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { alertsTopic, ControlRuleState, listControlRules, runControlRule } from '../contract/alerts.ts'
import { words } from './words.ts'

const runNow = act<typeof runControlRule, ControlRuleState>(runControlRule, { key: 'runNow', toInput: (_, { code }) => ({ code }) })

/** What is looked for, when it ran last and how that went; each may be run now. */
export function RulesDrawer({ onClose }: Pick<DialogProps<unknown>, 'onClose'>) {
  const labels = useLabels(words)
  const query = useContractQuery(listControlRules, {}, { quiet: true })
  useLiveReads(alertsTopic, listControlRules)
  return (
    <RecordDrawer query={query} title={labels.text('rulesTitle')} size={1080} onClose={onClose}>
      {(rules) => (
        <ActionHost entity="controls.alert" schema={ControlRuleState} nameOf={({ name }: ControlRuleState) => name}>
          <FieldTable
            entity="controls.alert"
            schema={ControlRuleState}
            rows={rules}
            rowKey={({ code }) => code}
            fields={[
              { field: 'name', render: ({ name, meaning }) => <span title={meaning}>{name}</span> },
              'severity',
              'alerts',
              'every',
              'ranAt',
              'milliseconds',
              { field: 'error', render: ({ ranAt, error }) => error ?? labels.text(ranAt === null ? 'never' : 'judged') },
            ]}
            actions={(rule) => <ActionButton action={runNow} row={rule} />}
          />
        </ActionHost>
      )}
    </RecordDrawer>
  )
}
