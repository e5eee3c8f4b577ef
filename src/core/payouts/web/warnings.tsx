import { Alert } from 'antd'
import { z } from 'zod'
import { acknowledgeWarning, type findPayout } from '#core/payouts/contract/lists.ts'
import { WarningKind } from '#core/payouts/contract/words.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { linesAddress, type PayoutPaths } from './paths.ts'
import { words } from './words.ts'

type Detail = OutputOf<typeof findPayout>

const Warning = z.object({ id: z.string(), version: z.number(), kind: WarningKind, lines: z.number(), name: z.string() })
type Warning = z.output<typeof Warning>

const acknowledge = act<typeof acknowledgeWarning, Warning>(acknowledgeWarning, { ask: ['note'], toInput: (values, { kind }) => ({ ...values, kind }) })

/** What is unusual about a draft, group by group, until somebody has said that it is right. */
export function Warnings({ list, paths }: { list: Detail; paths: PayoutPaths }) {
  const labels = useLabels(words)
  if (list.warnings.length === 0) return null
  return (
    <Section title={labels.text('groupWarnings')}>
      <ActionHost entity="payouts.list" schema={Warning} nameOf={({ name }: Warning) => name}>
        {list.warnings.map(({ kind, lines, acknowledgedBy, note }) => {
          const name = labels.enumValue('payouts.warningKind', kind)
          const row: Warning = { id: list.id, version: list.version, kind, lines, name }
          return (
            <Alert
              key={kind}
              type={acknowledgedBy === null ? 'warning' : 'info'}
              showIcon
              style={{ marginBlockEnd: 8 }}
              title={
                <>
                  {name}: <PageLink to={linesAddress(paths, list.id, 'warning', kind)}>{lines}</PageLink>
                </>
              }
              description={acknowledgedBy === null ? labels.text('warningOpen') : labels.text('warningDone', { by: acknowledgedBy, note })}
              action={acknowledgedBy === null && list.status === 'DRAFT' ? <ActionButton action={acknowledge} row={row} /> : undefined}
            />
          )
        })}
      </ActionHost>
    </Section>
  )
}
