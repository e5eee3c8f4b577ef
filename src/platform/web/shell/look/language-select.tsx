import type { Language } from '#kernel/language.ts'
import { setLanguage, useLanguage, useShellText } from '../../i18n.ts'
import { sayNetworkGone } from '../notices/notify.ts'
import './language-select.css'

const NAMES: Record<Language, string> = { vi: 'Tiếng Việt', en: 'English' }

/** Switches the language at once, everywhere. Two languages need no menu: both stand there, one press apart. */
export function LanguageSelect() {
  const t = useShellText()
  const language = useLanguage()
  return (
    <fieldset className="bt-languages">
      <legend className="bt-visually-hidden">{t('shell.language')}</legend>
      {(Object.keys(NAMES) as Language[]).map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          title={NAMES[one]}
          onClick={() => void setLanguage(one).catch(sayNetworkGone)}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
