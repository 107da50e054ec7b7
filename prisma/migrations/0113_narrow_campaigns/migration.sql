-- A campaign's row changes with each settlement of its messages. What is long in it (content, variants, feed) is kept apart, so that
-- a new version of the row is small, finds room on the page of the old one, and changes no index.
ALTER TABLE "campaigns" SET (toast_tuple_target = 128, fillfactor = 50);
