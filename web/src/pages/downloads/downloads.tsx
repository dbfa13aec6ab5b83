// Knows the page that lists the site's open data: the files to download, their licence, and what their columns mean.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, problemText } from '../../app/api';
import { Problem } from '../../app/problem';
import '../../styles/lobby.css';
import '../../styles/downloads.css';
import '../../messages/en_refusals';
import '../../messages/en_downloads';
import { language, say, sayIfKnown, type MessageKey } from '../../messages/messages';
import type { PublishedFile } from '../../wire';
import { columnsOf, formOf, gameOf, groupFiles, monthText, packageName, readPackage, sizeText, type Column, type DataFiles, type DataPackage, type Month } from './published_files';
import { addressOfFile, siteData } from './site_downloads';

function FileLink({ file, text }: { readonly file: PublishedFile; readonly text: string }) {
  return (
    <span class="data-file">
      <a href={addressOfFile(file.name)} download>
        {text}
      </a>{' '}
      <span class="quiet small">{sizeText(file.bytes, language.value)}</span>
    </span>
  );
}

/** They are in English, as the files are. */
function Columns({ columns }: { readonly columns: readonly Column[] }) {
  if (columns.length === 0) return null;
  return (
    <details class="data-columns">
      <summary>{say('open_data.columns')}</summary>
      <dl lang="en">
        {columns.map(({ name, meaning }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Games({ months, description }: { readonly months: readonly Month[]; readonly description: DataPackage }) {
  if (months.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{say('open_data.games')}</h2>
      <p class="quiet">{say('open_data.games.about')}</p>
      <ul class="plain-list">
        {months.map(({ month, files }) => (
          <li key={month} class="data-month">
            <b>{monthText(month, language.value)}</b>
            <span class="data-files">
              {files.map((file) => (
                <FileLink key={file.name} file={file} text={formOf(file)} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Columns columns={columnsOf(months.flatMap(({ files }) => files), description)} />
    </section>
  );
}

interface GroupProps {
  readonly title: MessageKey;
  readonly files: readonly PublishedFile[];
  readonly description: DataPackage;
}

function Group({ title, files, description }: GroupProps) {
  if (files.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{say(title)}</h2>
      <ul class="plain-list">
        {files.map((file) => {
          const game = gameOf(file);
          const name = game === '' ? '' : sayIfKnown(`game.${game}`, '');
          return (
            <li key={file.name} class="data-month">
              {name !== '' && <b>{name}</b>}
              <FileLink file={file} text={file.name} />
            </li>
          );
        })}
      </ul>
      <Columns columns={columnsOf(files, description)} />
    </section>
  );
}

const nothingSaid = readPackage(undefined);

/** Where the description cannot be read, the files are still there. */
async function descriptionOf(files: DataFiles): Promise<DataPackage> {
  if (!files.hasPackage) return nothingSaid;
  return ask<unknown>('GET', addressOfFile(packageName)).then(readPackage, () => nothingSaid);
}

export function OpenDataPage() {
  const files = useSignal<DataFiles | undefined>(undefined);
  const description = useSignal(nothingSaid);
  const problem = useSignal('');
  useEffect(() => {
    siteData().then(
      async (all) => {
        files.value = groupFiles(all);
        description.value = await descriptionOf(files.value);
      },
      (reason: unknown) => (problem.value = problemText(reason)),
    );
  }, []);
  useEffect(() => {
    document.title = `${say('open_data.title')} – Crownstar`;
  }, [language.value]);
  const all = files.value;
  const said = description.value;
  const isEmpty = all !== undefined && [all.months, all.puzzles, all.samples, all.others].every(({ length }) => length === 0);
  return (
    <>
      <h1>{say('open_data.title')}</h1>
      <Problem text={problem.value} />
      {all === undefined && problem.value === '' && <p class="quiet">{say('shell.loading')}</p>}
      {isEmpty && <p>{say('open_data.none')}</p>}
      {all !== undefined && !isEmpty && (
        <div class="stack">
          <p>{say('open_data.about')}</p>
          {said.licence !== undefined && (
            <p>
              {say('open_data.licence')}{' '}
              <a rel="license" href={said.licence.address}>
                {said.licence.title}
              </a>
            </p>
          )}
          <Games months={all.months} description={said} />
          <Group title="open_data.puzzles" files={all.puzzles} description={said} />
          <Group title="open_data.samples" files={all.samples} description={said} />
          <Group title="open_data.others" files={all.others} description={said} />
          {all.hasPackage && (
            <p class="quiet">
              {say('open_data.package')}{' '}
              <a href={addressOfFile(packageName)} download>
                {packageName}
              </a>
            </p>
          )}
        </div>
      )}
    </>
  );
}
