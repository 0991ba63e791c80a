"""How shards are written: a checksum on each page, everything compressed but pictures, which are already."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


@contextmanager
def writing(part: Path, columns: pa.Schema) -> Iterator[pq.ParquetWriter]:
    """Closing it writes the footer that makes a file of what is there: who fails takes the name away before."""
    dense = [name for field in columns for name, kind in _leaves(field) if kind != pa.binary()]
    writer = pq.ParquetWriter(
        part,
        columns,
        compression=dict.fromkeys(dense, "zstd"),
        compression_level=dict.fromkeys(dense, 1),
        use_dictionary=False,  # a row group is too small for one to pay: slower to write and to read, and no smaller
        write_page_checksum=True,  # a flipped byte is noticed when the page is read
        write_statistics=False,
        store_schema=True,
    )
    try:
        yield writer
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    finally:
        writer.close()


def _leaves(field: pa.Field, above: str = "") -> Iterator[tuple[str, pa.DataType]]:
    """The columns of a field as Parquet names them."""
    name, kind = above + field.name, field.type
    if pa.types.is_list(kind):
        yield from _leaves(kind.value_field.with_name("element"), f"{name}.list.")
    elif pa.types.is_struct(kind):
        for inner in kind:
            yield from _leaves(inner, f"{name}.")
    else:
        yield name, kind
