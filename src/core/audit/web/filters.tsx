import { Select } from 'antd'
import { useState } from 'react'
import type { Text } from '#kernel/language.ts'
import { matchesText } from '#kernel/text.ts'
import { useLanguage, useShellText } from '#platform/web/i18n.ts'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { ACTIONS, SUBJECTS } from './action-words.ts'

/** Chooses by the words, or by a part of what stands behind them; what is typed can be searched for as it is. */
function WordsSelect({ words, value, onChange, id }: FilterInputProps & { words: Readonly<Record<string, Text>> }) {
  const t = useShellText()
  const language = useLanguage()
  const chosen = typeof value === 'string' && value !== '' ? value : undefined
  const [typed, setTyped] = useState('')
  const known = Object.entries(words).map(([key, word]) => ({ value: key, label: word[language] }))
  // What has no words: typed now, or chosen before (a link brings it too).
  const own = [...new Set([typed.trim(), chosen ?? ''])].filter((one) => one !== '' && !words[one]).map((one) => ({ value: one, label: one }))
  return (
    <Select
      {...(id ? { id } : {})}
      className="bt-wide"
      allowClear
      placeholder={t('common.all')}
      options={[...known.sort((a, b) => a.label.localeCompare(b.label, language)), ...own]}
      optionRender={({ data }) => (
        <span className="bt-option">
          <span>{data.label}</span>
          <small>{data.value}</small>
        </span>
      )}
      showSearch={{ onSearch: setTyped, filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
      value={chosen}
      onChange={(next: string | undefined) => onChange?.(next)}
    />
  )
}

export function ActionSelect(props: FilterInputProps) {
  return <WordsSelect {...props} words={ACTIONS} />
}

export function SubjectSelect(props: FilterInputProps) {
  return <WordsSelect {...props} words={SUBJECTS} />
}
