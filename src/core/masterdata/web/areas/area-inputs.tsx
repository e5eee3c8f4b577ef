import { Select } from 'antd'
import { useState } from 'react'
import { areaOptions } from '#core/masterdata/contract/areas/area.ts'
import { type AreaLevel, KINDS_OF_LEVEL } from '#core/masterdata/contract/areas/area-kinds.ts'
import { locationDistricts, locationProvinces } from '#core/masterdata/contract/areas/location.ts'
import { localDate } from '#kernel/dates.ts'
import { matchesText } from '#kernel/text.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { words } from '../words.ts'

/** From this day on provinces hold communes; before, districts stood between. */
const TWO_LEVELS_FROM = '2025-07-01'
const BEFORE_REFORM = '2025-06-30'

interface AreaSelectProps extends FilterInputProps {
  level?: AreaLevel | undefined
  /** Offers the areas of this day. */
  asOf?: string | undefined
}

/** Chooses one area by name or code; where it belongs is shown beside it. */
export function AreaSelect({ level, asOf, ...props }: AreaSelectProps) {
  const t = useShellText()
  return (
    <RemoteSelect
      {...props}
      contract={areaOptions}
      placeholder={t('common.choose')}
      search={(text) => ({ text, ...(level ? { level } : {}), ...(asOf ? { asOf } : {}) })}
      find={(id) => ({ ids: [id] })}
      option={({ id, code, fullName, districtName, provinceName }) => ({
        value: id,
        label: [fullName, districtName, provinceName].filter(Boolean).join(', '),
        hint: code,
      })}
    />
  )
}

const MINUTES = 60_000

interface CodeSelectProps extends FilterInputProps {
  asOf?: string | undefined
  placeholder?: string
}

const useProvinces = (asOf: string | undefined) => useContractQuery(locationProvinces, asOf ? { asOf } : {}, { staleTime: 10 * MINUTES, quiet: true })

function ProvinceName({ value, asOf }: { value: string; asOf?: string }) {
  const language = useLanguage()
  const found = useProvinces(asOf).data?.find(({ code }) => code === value)
  return found?.[language === 'en' ? 'nameEn' : 'name'] ?? value
}

/** Chooses a province of a day by its code. */
export function ProvinceSelect({ value, onChange, id, asOf, placeholder }: CodeSelectProps) {
  const t = useShellText()
  const clearable = useClearable()
  const language = useLanguage()
  const { data = [], isPending } = useProvinces(asOf)
  return (
    <Select
      {...(id ? { id } : {})}
      className="bt-wide"
      allowClear={clearable}
      loading={isPending}
      placeholder={placeholder ?? t('common.all')}
      options={data.map(({ code, name, nameEn }) => ({ value: code, label: language === 'en' ? nameEn : name }))}
      showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      onChange={(code: string | undefined) => onChange?.(code)}
    />
  )
}

ProvinceSelect.Name = ProvinceName

/** A province as a filter: of today, and of the days before the reform, when there were others of the same codes. */
export function OldProvinceSelect(props: FilterInputProps) {
  return <ProvinceSelect {...props} asOf={BEFORE_REFORM} />
}
OldProvinceSelect.Name = ({ value }: { value: string }) => <ProvinceName value={value} asOf={BEFORE_REFORM} />

interface ParentProps extends CodeSelectProps {
  level: AreaLevel
}

/** Chooses what an area stands under on a day: a province, or a district of it for a commune before the reform. */
export function ParentInput({ level, asOf, value, onChange, id, placeholder }: ParentProps) {
  const t = useShellText()
  const clearable = useClearable()
  const language = useLanguage()
  const day = asOf ?? localDate(new Date())
  const throughDistrict = level === 'COMMUNE' && day < TWO_LEVELS_FROM
  const code = typeof value === 'string' ? value : ''
  const [province, setProvince] = useState(code.length === 2 ? code : undefined)
  const { data = [] } = useContractQuery(
    locationDistricts,
    { provinceCode: province ?? '00', asOf: day },
    { enabled: throughDistrict && province !== undefined, quiet: true },
  )
  return (
    <div className="area-parent">
      <ProvinceSelect
        {...(id ? { id } : {})}
        asOf={day}
        placeholder={placeholder ?? t('common.choose')}
        value={throughDistrict ? province : value}
        onChange={(next) => {
          setProvince(next as string | undefined)
          onChange?.(throughDistrict ? undefined : next)
        }}
      />
      {throughDistrict && province && (
        <Select
          className="bt-wide"
          allowClear={clearable}
          placeholder={t('common.choose')}
          options={data.map((district) => ({ value: district.code, label: language === 'en' ? district.nameEn : district.name }))}
          showSearch={{ filterOption: (typed, option) => matchesText(String(option?.label ?? ''), typed) }}
          value={code.length === 3 ? code : undefined}
          onChange={(next: string | undefined) => onChange?.(next)}
        />
      )}
    </div>
  )
}

/** The kinds that a level knows. */
export function KindSelect({ level, ...props }: FilterInputProps & { level: AreaLevel }) {
  const labels = useLabels(words)
  return (
    <Select
      {...(props.id ? { id: props.id } : {})}
      className="bt-wide"
      options={KINDS_OF_LEVEL[level].map((kind) => ({ value: kind, label: labels.enumValue('masterdata.areaKind', kind) }))}
      value={props.value}
      onChange={(kind) => props.onChange?.(kind)}
    />
  )
}
