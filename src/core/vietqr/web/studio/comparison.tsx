import { Alert } from 'antd'
import { merchantMachine } from '#core/merchants/contract/machine.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { toneOf } from '#kernel/machine.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useWordsOf } from '#platform/web/kit/value/use-words-of.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { tagName } from '../../contract/codec/tags.ts'
import { codeMachine } from '../../contract/machine.ts'
import { verifyCode } from '../../contract/verify.ts'
import { useStop } from '../code-state.tsx'
import { words as codeWords } from '../words.ts'
import { words } from './words.ts'

type Answer = OutputOf<typeof verifyCode>
type Registered = NonNullable<Answer['code']>

const REGISTERED = verifyCode.output.shape.code.unwrap()
const TONES = { REGISTERED: 'success', ALTERED: 'error', OTHER_MERCHANT: 'error', ELSEWHERE: 'info', ACCOUNT_ONLY: 'info', NOT_OURS: 'warning' } as const

/** What a code is to us: the registered one, one that was tampered with, or somebody else's; and who has owned it. */
export function Comparison({ answer, pathOf }: { answer: Answer; pathOf: (id: string) => string }) {
  const labels = useLabels(words)
  const named = useWordsOf([codeMachine.name, merchantMachine.name])
  const stopOf = useStop()
  const { verdict, code, history } = answer
  if (verdict === 'UNREADABLE' || !named) return null
  const stop = code === null ? undefined : stopOf(code)
  const taken = code?.status === 'ACTIVE' && stop === undefined
  const tone = verdict === 'REGISTERED' && !taken ? 'warning' : TONES[verdict]
  return (
    <Section title={labels.text('compared')}>
      <div className="bt-studio-compared">
        <Alert
          type={tone}
          showIcon
          role="status"
          title={labels.enumValue('vietqr.studio.verdict', verdict)}
          description={[sentence(answer, labels), code && verdict === 'REGISTERED' && !taken ? stopWords(code, stop, labels) : ''].filter(Boolean).join('. ')}
        />
        {code && <Facts code={code} pathOf={pathOf} />}
        {code && code.differences.length > 0 && <Differences code={code} />}
        {history.length > 0 && <History history={history} />}
      </div>
    </Section>
  )
}

type StudioLabels = ReturnType<typeof useLabels<typeof import('../../labels/studio/vi.ts').vi>>

/** Why the registered code is paid by nobody now: its merchant, its own state, or its first day. */
function stopWords({ status }: Registered, stop: ReturnType<ReturnType<typeof useStop>>, labels: StudioLabels): string {
  if (stop && 'merchant' in stop) return labels.text('merchantStopped', { status: stop.merchant })
  return stop && status === 'ACTIVE' ? labels.text('notYet', stop) : labels.text('notActive')
}

function sentence({ verdict, code, account, bankName }: Answer, labels: StudioLabels): string {
  const named = { code: code?.code ?? '', merchant: code?.merchantName ?? '' }
  if (verdict === 'REGISTERED') return labels.text('registered', named)
  if (verdict === 'ALTERED') return labels.text('altered', named)
  if (verdict === 'OTHER_MERCHANT') return labels.text('otherMerchant', named)
  if (verdict === 'ELSEWHERE') return labels.text('elsewhere')
  if (verdict === 'ACCOUNT_ONLY') return labels.text('accountOnly')
  return labels.text('notOurs', { account: account ?? '', bank: bankName ?? '' })
}

function Facts({ code, pathOf }: { code: Registered; pathOf: (id: string) => string }) {
  return (
    <FieldList
      entity="vietqr.studio.registered"
      schema={REGISTERED}
      value={code}
      fields={[
        { field: 'code', render: () => <PageLink to={pathOf(code.id)}>{code.code}</PageLink> },
        'status',
        'merchantName',
        'merchantCode',
        'merchantStatus',
        ...(code.counter ? (['counter'] as const) : []),
        'unitName',
        'validFrom',
        ...(code.validTo ? (['validTo'] as const) : []),
      ]}
    />
  )
}

function Differences({ code }: { code: Registered }) {
  const labels = useLabels(words)
  const language = useLanguage()
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            {(['path', 'given', 'registered'] as const).map((field) => (
              <th key={field} scope="col">
                {labels.field('difference', field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {code.differences.map(({ path, given, registered }) => (
            <tr key={path}>
              <td>
                <span className="bt-num">{path}</span> {tagName(path)?.[language]}
              </td>
              <td className="bt-num bt-studio-value bt-studio-wrong">{given || '—'}</td>
              <td className="bt-num bt-studio-value">{registered || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function History({ history }: Pick<Answer, 'history'>) {
  const labels = useLabels(words)
  const code = useLabels(codeWords)
  const items = history.map(({ id, seq, code: name, merchantName, status, at, by, note }) => ({
    ...{ key: `${id}-${seq}`, at, by: by === 'system' ? '' : by, note: note || null },
    ...{ title: `${name} · ${merchantName}: ${code.enumValue('vietqr.codeStatus', status)}`, tone: toneOf(codeMachine.name, status) },
  }))
  return (
    <div>
      <h4>{labels.text('history')}</h4>
      <Timeline items={items.toReversed()} />
    </div>
  )
}
