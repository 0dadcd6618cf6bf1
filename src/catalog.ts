import { createBrand } from "#domain/brands/create-brand.ts";
import { deleteBrand } from "#domain/brands/delete-brand.ts";
import { getBrand } from "#domain/brands/get-brand.ts";
import { listBrands } from "#domain/brands/list-brands.ts";
import { updateBrand } from "#domain/brands/update-brand.ts";
import { createKey } from "#domain/keys/create-key.ts";
import { listKeys } from "#domain/keys/list-keys.ts";
import { revokeKey } from "#domain/keys/revoke-key.ts";
import { rotateKey } from "#domain/keys/rotate-key.ts";
import { getProject } from "#domain/projects/get-project.ts";
import { listProjects } from "#domain/projects/list-projects.ts";
import { updateProject } from "#domain/projects/update-project.ts";
import { createTag } from "#domain/tags/create-tag.ts";
import { deleteTag } from "#domain/tags/delete-tag.ts";
import { getTag } from "#domain/tags/get-tag.ts";
import { listTags } from "#domain/tags/list-tags.ts";
import { updateTag } from "#domain/tags/update-tag.ts";
import { createTopic } from "#domain/topics/create-topic.ts";
import { deleteTopic } from "#domain/topics/delete-topic.ts";
import { getTopic } from "#domain/topics/get-topic.ts";
import { listTopics } from "#domain/topics/list-topics.ts";
import { updateTopic } from "#domain/topics/update-topic.ts";
import { getUsage } from "#domain/usage/get-usage.ts";

/** Every capability, in the order the documents list them. */
export const catalog = [
  ...([listProjects, getProject, updateProject] as const),
  ...([listBrands, getBrand, createBrand, updateBrand, deleteBrand] as const),
  ...([listTopics, getTopic, createTopic, updateTopic, deleteTopic] as const),
  ...([listTags, getTag, createTag, updateTag, deleteTag] as const),
  ...([listKeys, createKey, rotateKey, revokeKey] as const),
  getUsage,
] as const;
