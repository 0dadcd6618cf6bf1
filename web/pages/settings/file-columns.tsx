import { Stack } from "@mantine/core";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Folded } from "../../widgets/folded.tsx";
import { Answered } from "../../widgets/panel.tsx";

/** What the columns of each file mean, as the server declares them. */
export function FileColumns({ files }: { files: readonly { what: string; label: string }[] }) {
  const { project_id } = useHere();
  const columns = useAsk("get_export_columns", { project_id });
  return (
    <Folded title="What the columns mean">
      <Answered asked={columns}>
        {({ files: known }) => (
          <Stack gap="xs">
            {files.map(({ what, label }) => (
              <Folded key={what} title={label}>
                <dl className="facts columns-told">
                  {known
                    .find(({ file }) => file === what)
                    ?.columns.map(({ name, about }) => (
                      <div key={name}>
                        <dt>
                          <code>{name}</code>
                        </dt>
                        <dd>{about}</dd>
                      </div>
                    ))}
                </dl>
              </Folded>
            ))}
          </Stack>
        )}
      </Answered>
    </Folded>
  );
}
