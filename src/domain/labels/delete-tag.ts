import { operation } from "#core/operation.ts";
import { deletionOf } from "./label-operations.ts";
import { deleteLabelRow, requireLabel } from "./label-queries.ts";

export const deleteTag = operation({
  name: "delete_tag",
  ...deletionOf("tag"),
  async handler({ db, project }, { tag_id }) {
    const { id } = await requireLabel(db, project, { kind: "tag", id: tag_id });
    await deleteLabelRow(db, project, { kind: "tag", id });
    return {};
  },
});
