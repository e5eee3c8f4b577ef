import SwapOutlined from '@ant-design/icons/SwapOutlined'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { listSuccessions } from '#core/masterdata/contract/areas/area.ts'
import { localDate } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { AreaSelect, OldProvinceSelect, ProvinceSelect } from './area-inputs.tsx'
import { TraceResult } from './area-panel.tsx'
import { useOpenArea } from './area-view.tsx'
import './areas.css'
import { words } from '../words.ts'

const List = listScreen(listSuccessions, {
  filters: ['text', 'level', { field: 'oldProvinceCode', input: OldProvinceSelect }, { field: 'newProvinceCode', input: ProvinceSelect }, 'oldAsOf', 'kind'],
  columns: [
    'oldCode',
    'oldName',
    'oldDistrictName',
    'oldProvinceName',
    'oldValidTo',
    'kind',
    'newCode',
    'newName',
    { field: 'newDistrictName', hidden: true },
    'newProvinceName',
    'newValidFrom',
    { field: 'recordedAs', hidden: true },
  ],
})

/** From one area of a day to what corresponds to it on another, and below it every step that is known. */
export function AreaSuccessions() {
  return (
    <>
      <Converter />
      <List />
    </>
  )
}

const REFORM_EVE = '2025-06-30'

function Converter() {
  const labels = useLabels(words)
  const open = useOpenArea()
  const [[from, to], setDays] = useState<readonly [string, string]>([REFORM_EVE, localDate(new Date())])
  const [area, setArea] = useState<string | undefined>()
  return (
    <section className="bt-section area-convert" aria-label={labels.text('convertTitle')}>
      <div className="area-convert-inputs">
        <Labelled label={labels.text('convertFrom')}>
          {(id) => (
            <DateInput
              id={id}
              value={from}
              allowClear={false}
              onChange={(day) => {
                setDays([day ?? from, to])
                setArea(undefined)
              }}
            />
          )}
        </Labelled>
        <Labelled label={labels.text('convertArea')} wide>
          {(id) => <AreaSelect id={id} asOf={from} value={area} onChange={(chosen) => setArea(chosen as string | undefined)} />}
        </Labelled>
        <Button
          icon={<SwapOutlined />}
          aria-label={labels.text('convertSwap')}
          title={labels.text('convertSwap')}
          onClick={() => {
            setDays([to, from])
            setArea(undefined)
          }}
        />
        <Labelled label={labels.text('convertTo')}>
          {(id) => <DateInput id={id} value={to} allowClear={false} onChange={(day) => setDays([from, day ?? to])} />}
        </Labelled>
      </div>
      {area ? <TraceResult id={area} asOf={to} onOpen={open} /> : <p className="bt-none">{labels.text('convertHint')}</p>}
    </section>
  )
}

function Labelled({ label, wide = false, children }: { label: string; wide?: boolean; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={wide ? 'area-convert-field area-convert-area' : 'area-convert-field'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
