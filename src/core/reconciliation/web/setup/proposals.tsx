import { Button } from 'antd'
import type { MatchRule } from '#core/reconciliation/contract/document.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { showPercent } from '#platform/web/kit/detail/figure-card.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { words } from '../words.ts'
import type { SetupProps } from './parts.ts'
import { ruleSaid } from './said.ts'

const E = 'reconciliation.setups.proposal'

/** Rules that hand matches have in common, each with how it would have done on the last sessions. */
export function Proposals({ setup, contracts, onTake, onTaken }: SetupProps & { onTake: (rule: MatchRule) => void; onTaken: () => void }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames(E)
  const query = useContractQuery(contracts.setups.proposals, { id: setup.id }, { quiet: true })
  if (!query.data) return <Waiting query={query} />
  if (query.data.length === 0) return <p className="bt-none">{labels.text('proposalsNone')}</p>
  const right = (n: number) => <td className="bt-right bt-num">{showCount(n, language)}</td>
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            <th scope="col">{names.field('reconciliation.setups.document', 'rules')}</th>
            {(['basis', 'sessions', 'proposed', 'right', 'precision', 'coverage'] as const).map((field) => (
              <th key={field} scope="col" className="bt-right">
                {names.field(E, field)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {query.data.map(({ rule, explanation, ...of }) => (
            <tr key={`${rule.name} ${rule.keys}`}>
              <th scope="row">
                {ruleSaid(rule, names)}
                <p className="bt-none">{explanation}</p>
              </th>
              {right(of.basis)}
              {right(of.sessions)}
              {right(of.proposed)}
              {right(of.right)}
              <td className="bt-right bt-num">{showPercent(of.precision, language)}</td>
              <td className="bt-right bt-num">{showPercent(of.coverage, language)}</td>
              <td>
                <Button
                  size="small"
                  onClick={() => {
                    onTake(rule)
                    onTaken()
                  }}
                >
                  {labels.text('proposalTake')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
