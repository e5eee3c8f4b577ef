import { Alert, Button, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { useWordsOf } from '#platform/web/kit/value/use-words-of.ts'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { pathOf } from '#platform/web/shell/routing/routing.ts'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { type TracedRecord, traceMoney } from '../contract/trace.ts'
import { Life } from './life.tsx'
import { Records } from './records.tsx'
import { words } from './words.ts'
import './trace.css'

type Asked = Record<'reference' | 'type' | 'id', string | undefined>

/** Any reference of the portal: where its money went, who holds it now, and which account proves it. */
export default function TraceScreen() {
  const { tabId, address } = useScreen()
  const given = useAsked()
  const asked: Asked = { reference: given.get('reference') ?? undefined, type: given.get('type') ?? undefined, id: given.get('id') ?? undefined }
  const ask = (next: Record<string, string>) => replaceAddress(tabId, `${pathOf(address)}?${new URLSearchParams(next)}`, true)
  return (
    <div className="trace">
      <Question key={asked.reference} reference={asked.reference ?? ''} onAsk={(reference) => ask({ reference })} />
      {asked.reference && (
        <Answer asked={{ ...asked, reference: asked.reference }} onChoose={({ type, id }) => ask({ reference: asked.reference ?? '', type, id })} />
      )}
    </div>
  )
}

function Question({ reference, onAsk }: { reference: string; onAsk: (reference: string) => void }) {
  const labels = useLabels(words)
  const [text, setText] = useState(reference)
  const field = useRef<InputRef>(null)
  useEffect(() => {
    // Who came with a code reads what it leads to first.
    if (reference === '') field.current?.focus()
  }, [reference])
  return (
    <Section title={labels.field('question', 'reference')}>
      <form
        className="trace-question"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') onAsk(text.trim())
        }}
      >
        <Input
          ref={field}
          size="large"
          className="bt-num"
          aria-label={labels.field('question', 'reference')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button size="large" type="primary" htmlType="submit">
          {labels.text('search')}
        </Button>
      </form>
      <p className="bt-none">{labels.text('hint')}</p>
    </Section>
  )
}

function Answer({ asked, onChoose }: { asked: Asked & { reference: string }; onChoose: (record: TracedRecord) => void }) {
  const labels = useLabels(words)
  const { reference, type, id } = asked
  const { address } = useScreen()
  const traceOf = (code: string) => `${pathOf(address)}?${new URLSearchParams({ reference: code })}`
  const query = useContractQuery(traceMoney, type !== undefined && id !== undefined ? { reference, type, id } : { reference }, { quiet: true })
  const records = [...(query.data?.choices ?? []), ...(query.data?.life?.records ?? []), ...(query.data?.life?.parts?.records ?? [])]
  const named = useWordsOf(records.flatMap(({ status }) => status?.machine ?? []))
  if (!query.data || !named) return <Waiting query={{ ...query, data: undefined }} />
  const { choices, life } = query.data
  if (life) return <Life life={life} traceOf={traceOf} />
  if (choices.length === 0)
    return <Alert type="info" showIcon role="status" title={labels.text('nothing', { code: reference })} description={labels.text('nothingHint')} />
  return (
    <Section title={labels.text('choices', { code: reference })}>
      <p className="bt-none">{labels.text('choose')}</p>
      <Records records={choices} onChoose={onChoose} />
    </Section>
  )
}
