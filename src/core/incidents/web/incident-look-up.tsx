import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { words } from './words.ts'

/** Opened without an incident: the code of one leads to it. */
export function LookUp({ contracts }: { contracts: IncidentContracts }) {
  const labels = useLabels(words)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const find = async (code: string) => {
    if (code.trim() === '') return
    setBusy(true)
    setRefusal(undefined)
    try {
      const { id } = await call(contracts.detail, { code: code.trim() })
      openAddress(incidentAddress(contracts, id))
    } catch (error) {
      setRefusal((error as { status?: number }).status === 404 ? labels.text('lookUpNone') : reasonsOf(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={labels.text('lookUp')}>
      <Input.Search
        autoFocus
        aria-label={labels.field('incident', 'code')}
        placeholder={labels.field('incident', 'code')}
        enterButton={<Button type="primary">{labels.text('lookUpButton')}</Button>}
        loading={busy}
        style={{ maxWidth: 420 }}
        onSearch={(code) => void find(code)}
      />
      {refusal && <Alert type="warning" showIcon title={refusal} role="alert" style={{ marginBlockStart: 12, maxWidth: 420 }} />}
    </Section>
  )
}
